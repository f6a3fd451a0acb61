#!/bin/sh
# Makes the keys and certificates of this folder anew (OpenSSL 3). Tests need none of it at run time: the files are committed, and their
# pins change when this is run.
set -eu
cd "$(dirname "$0")"
names='subjectAltName=DNS:localhost,DNS:receiver.example,DNS:*.receiver.example,IP:127.0.0.1,IP:::1'
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ca.key.tmp
openssl req -x509 -new -key ca.key.tmp -subj '/CN=Jokko test authority' -days 36500 -out ca.pem
leaf() { # name, subject alternative names, not before, not after, subject
  openssl req -new -key "$1.key.pem" -subj "${5:-/CN=$1.receiver.example}" -out csr.tmp
  printf '%s\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n' "$2" > extensions.tmp
  openssl ca -batch -config ca.cnf.tmp -extfile extensions.tmp -startdate "$3" -enddate "$4" -in csr.tmp -out "$1.pem" -notext
}
: > index.tmp; echo 1000 > serial.tmp
cat > ca.cnf.tmp <<EOF
[ca]
default_ca=authority
[authority]
new_certs_dir=.
database=index.tmp
serial=serial.tmp
unique_subject=no
default_md=sha256
policy=anything
certificate=ca.pem
private_key=ca.key.tmp
[anything]
commonName=optional
EOF
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa.key.pem
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out p256.key.pem
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out p384.key.pem
openssl genpkey -algorithm ED25519 -out ed25519.key.pem
# A curve that Node's own look at certificates does not survive: as the key of a receiver, and in the middle of its chain.
openssl ecparam -name brainpoolP256r1 -genkey -noout -out brainpool.key.pem
openssl ecparam -name brainpoolP256r1 -genkey -noout -out between.key.tmp
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out no-subject.key.pem
cp p256.key.pem under-brainpool.key.pem
cp p256.key.pem expired.key.pem; cp p256.key.pem wrong-name.key.pem; cp rsa.key.pem renewed.key.pem
for key in rsa p256 p384 ed25519 renewed brainpool; do leaf $key "$names" 20250101000000Z 21250101000000Z; done
leaf no-subject "$names" 20250101000000Z 21250101000000Z /
openssl req -new -key between.key.tmp -subj '/CN=Jokko test authority between' -out csr.tmp
echo 'basicConstraints=critical,CA:TRUE' > extensions.tmp
openssl x509 -req -in csr.tmp -CA ca.pem -CAkey ca.key.tmp -set_serial 1 -days 36500 -extfile extensions.tmp -out between.tmp
openssl req -new -key under-brainpool.key.pem -subj /CN=under-brainpool.receiver.example -out csr.tmp
printf '%s\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n' "$names" > extensions.tmp
openssl x509 -req -in csr.tmp -CA between.tmp -CAkey between.key.tmp -set_serial 2 -days 36500 -extfile extensions.tmp -out under-brainpool.pem
cat between.tmp >> under-brainpool.pem
leaf expired "$names" 20200101000000Z 20210101000000Z
leaf wrong-name 'subjectAltName=DNS:other.example' 20250101000000Z 21250101000000Z
openssl req -x509 -new -key p256.key.pem -subj '/CN=self-signed.receiver.example' -addext "$names" -days 36500 -out self-signed.pem
cp p256.key.pem self-signed.key.pem
for key in rsa p256 p384 ed25519; do
  openssl pkey -in $key.key.pem -pubout -outform der | openssl dgst -sha256 -binary | base64 | sed "s/^/$key /"
done > pins.txt
rm -f ./*.tmp ./*.tmp.old ./*.tmp.attr ./*.tmp.attr.old 10*.pem index.tmp* serial.tmp*
