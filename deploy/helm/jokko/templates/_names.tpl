{{- define "jokko.name" -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "jokko.selector" -}}
app.kubernetes.io/name: jokko
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "jokko.labels" -}}
{{ include "jokko.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "jokko.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- /* What nodes and the migration have in common: no rights, a read-only file system, secrets as files. */ -}}
{{- define "jokko.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "jokko.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "jokko.secretEnvironment" -}}
- name: DATABASE_URL_FILE
  value: /secrets/database-url
- name: JOKKO_SECRET_KEY_FILE
  value: /secrets/secret-key
{{- end -}}
