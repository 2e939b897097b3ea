#!/bin/sh
# Creates the secrets of an installation in deploy/secrets, each in a separate file. Existing files stay unchanged. Only the
# folder's owner can reach the files. Each file is mounted into containers, whose accounts can read it.
set -eu
umask 077
folder=$(dirname "$0")/secrets
mkdir -p "$folder"
chmod 700 "$folder"

random() {
  head -c "$1" /dev/urandom | od -An -v -tx1 | tr -d ' \n'
}

# make NAME VALUE: writes a secret unless it exists
make() {
  [ ! -e "$folder/$1" ] || return 0
  printf '%s\n' "$2" >"$folder/$1.new"
  chmod 444 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "made $1"
}

secret() {
  cat "$folder/$1"
}

for name in jwt_secret audit_secret encryption_key mongodb_member_key mongodb_admin_password mongodb_password redis_password; do
  make "$name" "$(random 32)"
done
make admin_password "$(random 10)"
make mongodb_uri "mongodb://wardtrack:$(secret mongodb_password)@mongodb-1:27017,mongodb-2:27017,mongodb-3:27017/wardtrack?replicaSet=wardtrack&authSource=admin"
make redis_url "redis://:$(secret redis_password)@redis:6379"

if [ ! -e "$folder/tls_certificate" ] && [ ! -e "$folder/tls_key" ]; then
  host=${1:-localhost}
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj "/CN=$host" \
    -addext "subjectAltName=DNS:$host" -keyout "$folder/tls_key" -out "$folder/tls_certificate" 2>/dev/null
  chmod 444 "$folder/tls_key" "$folder/tls_certificate"
  echo "made tls_certificate and tls_key for $host, signed by nobody: put the hospital's in their place"
fi
