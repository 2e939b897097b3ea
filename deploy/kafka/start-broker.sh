#!/bin/sh
# Formats the storage at the first start, and runs the broker. Its log goes to the container's output.
set -eu
settings=/etc/wardtrack/server.properties
data=/var/lib/kafka/data/log

# One identifier in 64 begins with a hyphen; `=` keeps it from being read as an option.
if [ ! -f "$data/meta.properties" ]; then
  java -Xmx256m -Dlog4j2.level=WARN -cp '/opt/kafka/libs/*' kafka.tools.StorageTool format \
    --cluster-id="$(head -c 16 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=')" -c "$settings"
fi
exec java -Xms256m -Xmx512m -XX:+UseG1GC -XX:+ExitOnOutOfMemoryError -Djava.awt.headless=true -Dlog4j2.level=WARN \
  -cp '/opt/kafka/libs/*' kafka.Kafka "$settings"
