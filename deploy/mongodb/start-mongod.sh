#!/bin/sh
# Starts a member of the replica set. mongod accepts the members' key only in a file that nobody else can read, and a mounted
# secret belongs to its owner on the machine. So the key is copied.
set -eu
umask 077
tr -d '\r\n' </run/secrets/mongodb_member_key >/tmp/member-key
exec mongod --replSet wardtrack --keyFile /tmp/member-key --bind_ip_all --wiredTigerCacheSizeGB "${1:-1}"
