#!/bin/sh
# Redis carries events and shares answers: nothing in it has to outlive it. The password goes by a file, for arguments of a
# process are read by others.
set -eu
umask 077
cat >/tmp/redis.conf <<CONF
requirepass $(cat /run/secrets/redis_password)
save ""
appendonly no
maxmemory 192mb
maxmemory-policy volatile-lru
CONF
exec redis-server /tmp/redis.conf
