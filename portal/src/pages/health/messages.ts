// Messages of the page about the gateway's own health.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const healthMessages = {
  title: t('Santé du système', 'System health'),
  lead: t(
    'Les nœuds, leurs tâches de fond, la base de données et les connexions SMS.',
    'The nodes, their background tasks, the database and the SMS connections.',
  ),
  well: t('Tout fonctionne', 'All systems healthy'),
  wellHint: t(
    'Les nœuds, les tâches et la base de données fonctionnent normalement.',
    'Nodes, tasks and the database are working normally.',
  ),
  toDo: vocabulary.toDo,
  advice: {
    recoveryNeeded: t(
      'Aucun paiement ni SMS n’est envoyé. Arrêtez tous les nœuds et lancez « jokko recover » (« A database was restored » dans docs/operations.md).',
      'No payment or SMS is sent. Stop all nodes and run “jokko recover” (“A database was restored” in docs/operations.md).',
    ),
    routesClosed: t(
      'Ces routes sont fermées depuis la restauration : rien n’y est envoyé. Ouvrez-les dans Connecteurs lorsque leurs relevés concordent.',
      'These routes have been closed since the recovery: nothing is sent on them. Open them under Connectors when their statements agree.',
    ),
    nodeGone: t(
      'Ce nœud n’a pas renouvelé son bail. Redémarrez-le ; s’il est retiré définitivement, il disparaît après un jour. Les autres ont repris son travail.',
      'This node has not renewed its lease. Restart it; if it is gone for good, it is removed after a day. The other nodes have taken over its work.',
    ),
    nodePaused: t(
      'Ce nœud est resté à l’arrêt un moment, comme une machine gelée, puis a repris. Vérifiez la machine et son hôte.',
      'This node stood still for a while, as a frozen machine does, and has gone on. Check the machine and its host.',
    ),
    taskFailing: t(
      'Cette tâche échoue. Consultez son erreur ci-dessous et le journal du nœud.',
      'This task is failing. See its error below and the node’s log.',
    ),
    taskLate: t(
      'Cette tâche est en retard : le nœud est surchargé ou attend la base de données.',
      'This task is late: the node is overloaded or waiting for the database.',
    ),
    connectionsFull: t(
      'Presque toutes les connexions à la base de données sont utilisées. Augmentez max_connections ou arrêtez un nœud.',
      'Almost all database connections are in use. Raise max_connections or stop a node.',
    ),
    longTransaction: t(
      'Une transaction est ouverte depuis plus d’une minute. Identifiez-la et terminez-la : elle bloque le vacuum.',
      'A transaction has been open for more than a minute. Find it and end it: it blocks vacuum.',
    ),
    deadRows: t(
      'Le vacuum ne suit plus sur cette table. Exécutez « vacuum (analyze) » sur elle.',
      'Vacuum is not keeping up with this table. Run “vacuum (analyze)” on it.',
    ),
    archiveFailing: t(
      'L’archivage des journaux WAL échoue. Corrigez archive_command avant que le disque soit plein.',
      'WAL archiving is failing. Fix archive_command before the disk is full.',
    ),
    noArchive: t(
      'Ni archivage ni réplique : les données écrites après la dernière sauvegarde seraient perdues avec cette machine. Mettez en place un archivage continu ou une réplique.',
      'No archiving and no replica: data written after the last backup would be lost with this machine. Set up continuous archiving or a replica.',
    ),
    clockSkew: t(
      'L’horloge de la machine de ce nœud s’écarte de plus d’une seconde de celle de la base de données. Synchronisez les deux (chrony, NTP) ; au-delà de 30 secondes, le nœud n’est plus prêt.',
      'The clock of this node’s machine differs from the database’s by more than a second. Synchronise both (chrony, NTP); beyond 30 seconds the node is not ready.',
    ),
    unlistedProxy: t(
      'Un proxy transmet des requêtes sans figurer dans TRUSTED_PROXIES. Ajoutez-y son adresse ; sinon tous ceux qui passent par lui comptent comme un seul appelant.',
      'A proxy forwards requests and is not listed in TRUSTED_PROXIES. Add its address; otherwise all who come through it count as one caller.',
    ),
    runsAsRoot: t(
      'Le nœud s’exécute en tant que root. Donnez-lui un utilisateur à lui.',
      'The node runs as root. Run it as a user of its own.',
    ),
    secretExpires: t(
      'Un secret ou un certificat de cette route expire. Demandez-en un nouveau au fournisseur et saisissez-le dans la route.',
      'A secret or certificate of this route expires. Ask the provider for a new one and enter it in the route.',
    ),
    carrierDown: t(
      'Cette connexion SMS n’est plus ouverte. Consultez sa dernière erreur ci-dessous et testez-la dans Connexions.',
      'This SMS connection is not bound. See its last error below and test it under Connections.',
    ),
    smsStuck: t(
      'Des SMS attendent depuis plus de cinq minutes sur cette connexion : l’opérateur mobile est lent, nous limite ou est injoignable. Ajoutez une connexion à la route.',
      'SMS have been waiting on this connection for more than five minutes: the carrier is slow, throttles us or cannot be reached. Add a connection to the route.',
    ),
    diskLow: t(
      'Moins de 10 % du disque est libre. Libérez de l’espace.',
      'Less than 10% of the disk is free. Free up space.',
    ),
  },
  disk: t('Espace disque libre', 'Free disk space'),
  diskNote: t(
    (total: string) => `sur ${total}`,
    (total) => `of ${total}`,
  ),
  size: t('Base de données', 'Database'),
  sizeNote: t(
    (wal: string) => `plus ${wal} de journaux WAL`,
    (wal) => `plus ${wal} of WAL`,
  ),
  connections: t('Connexions', 'Connections'),
  connectionsNote: t(
    (max: string) => `sur ${max}`,
    (max) => `of ${max}`,
  ),
  longest: t('Transaction la plus longue', 'Longest transaction'),
  noTransaction: t('aucune', 'none'),
  cache: t('Taux de cache', 'Cache hit ratio'),
  deadlocksNote: t(
    (count: string) => `${count} interblocages`,
    (count) => `${count} deadlocks`,
  ),
  archive: t('Archivage', 'Archiving'),
  archiveOn: t('actif', 'on'),
  archiveOff: t('inactif', 'off'),
  replicas: t(
    (count: string) => `répliques : ${count}`,
    (count) => `replicas: ${count}`,
  ),
  nodes: t('Nœuds', 'Nodes'),
  nodesLead: t(
    'Chaque nœud détient un bail ; lorsqu’il s’arrête, les autres reprennent son travail.',
    'Each node holds a lease; when it stops, the others take over its work.',
  ),
  node: t('Nœud', 'Node'),
  state: vocabulary.status,
  alive: t('Actif', 'Running'),
  gone: t('Disparu', 'Gone'),
  started: t('Démarré', 'Started'),
  lease: t('Bail jusqu’à', 'Lease until'),
  noNodes: t('Aucun nœud', 'No nodes'),
  tasks: t('Tâches de fond', 'Background tasks'),
  tasksLead: t(
    'La dernière exécution de chaque tâche, relevée par chaque nœud toutes les 15 secondes.',
    'The last run of each task, as reported by each node every 15 seconds.',
  ),
  onlyTroubled: t('Uniquement les tâches en difficulté', 'Only tasks with problems'),
  task: t('Tâche', 'Task'),
  states: {
    well: t('Normale', 'Healthy'),
    late: t('En retard', 'Late'),
    failing: t('En échec', 'Failing'),
  },
  lastRun: t('Dernière exécution', 'Last run'),
  took: vocabulary.duration,
  every: t('Intervalle', 'Interval'),
  late: t('Retard', 'Delay'),
  rounds: t('Exécutions', 'Runs'),
  failures: t('Échecs', 'Failures'),
  error: t('Dernière erreur', 'Last error'),
  noTasks: t('Aucune tâche en difficulté', 'No tasks with problems'),
  noNotes: t('Aucun nœud n’a encore relevé ses tâches', 'No node has reported its tasks yet'),
  carriers: t('Connexions SMS', 'SMS connections'),
  carrier: t('Connexion', 'Connection'),
  noCarriers: t('Aucune connexion SMS', 'No SMS connections'),
  carrierStates: {
    bound: t('Ouverte', 'Bound'),
    busy: t('Saturée', 'Busy'),
    down: t('Interrompue', 'Down'),
    unusable: t('Inutilisable', 'Unusable'),
  },
  since: t('Depuis', 'Since'),
  binds: t('Sessions', 'Sessions'),
  ofBinds: t(
    (bound: string, binds: string) => `${bound} sur ${binds}`,
    (bound, binds) => `${bound} of ${binds}`,
  ),
  waitingSms: t('SMS en attente', 'SMS waiting'),
  oldestSms: t('Attente la plus longue', 'Longest wait'),
  tables: t('Tables les plus volumineuses', 'Largest tables'),
  table: t('Table', 'Table'),
  total: t('Taille avec index', 'Size with indexes'),
  rows: vocabulary.rows,
  dead: t('Lignes mortes', 'Dead rows'),
  vacuumed: t('Dernier vacuum', 'Last vacuum'),
  never: t('jamais', 'never'),
  noTables: t('Aucune table', 'No tables'),
};
