#!/bin/sh
# A member of the replica set. mongod takes the key of the members only from a file that nobody else can read, and a
# secret that is mounted belongs to whoever owns it on the machine.
set -eu
umask 077
tr -d '\r\n' </run/secrets/mongodb_member_key >/tmp/member-key
exec mongod --replSet wardtrack --keyFile /tmp/member-key --bind_ip_all --wiredTigerCacheSizeGB "${1:-1}"
