#!/bin/sh
# Starts Redis, which carries events and shares answers. None of its data has to survive a restart. The password is passed in
# a file, because other processes can read arguments.
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
