#!/usr/bin/env bash
# Starts one real Kafka broker for tests, from the jars on Maven Central (KRaft: broker and controller in one process).
#
#   scripts/kafka-broker.sh PORT DATA_DIR    runs in the foreground; SIGTERM or SIGINT stops it with exit code 0
#   scripts/kafka-broker.sh --fetch          only downloads the jars
#
# Needs a Java 17 runtime and Maven (Debian: openjdk-17-jre-headless, maven) and 150 MB of disk for the jars. Prints
# `ready PORT` on standard output as soon as the broker accepts requests. Kafka's log goes to DATA_DIR/broker.log, and its
# process id to DATA_DIR/broker.pid. A DATA_DIR with a broker's files is used again: after `kill -9`, the same arguments
# restart the same broker.
#
# Environment: KAFKA_VERSION (4.3.1); KAFKA_CACHE (~/.cache/wardtrack-kafka), the folder of the jars for all runs;
# KAFKA_HOST (127.0.0.1), the address that the broker listens on and gives to its clients.
set -euo pipefail

readonly VERSION=${KAFKA_VERSION:-4.3.1}
readonly CACHE=${KAFKA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/wardtrack-kafka}
readonly JARS=$CACHE/kafka_2.13-$VERSION
readonly HOST=${KAFKA_HOST:-127.0.0.1}
readonly JAVA=${JAVA_HOME:+$JAVA_HOME/bin/}java

fail() {
  echo "kafka-broker: $*" >&2
  exit 1
}

# Writes the project file that lists the jars for Maven. It adds slf4j-simple, because the jars contain no binding of slf4j
# and the broker would fail silently without one.
write_project() {
  cat >"$1/pom.xml" <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>wardtrack.test</groupId><artifactId>kafka-broker</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>$VERSION</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
XML
}

# Downloads the jars once. When two test runs need them, one downloads and the other waits.
fetch_jars() {
  [ ! -f "$JARS/complete" ] || return 0
  command -v mvn >/dev/null || fail 'mvn is missing (Debian: maven)'
  mkdir -p "$CACHE"
  exec 9>"$CACHE/lock"
  flock 9
  if [ ! -f "$JARS/complete" ]; then
    local folder
    folder=$(mktemp -d "$CACHE/download.XXXXXX")
    write_project "$folder"
    # A separate repository leaves nothing in ~/.m2, and ignores outdated files there.
    if ! mvn -q -B -f "$folder/pom.xml" -Dmaven.repo.local="$folder/repository" \
      org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies \
      -DincludeScope=runtime -DoutputDirectory="$folder/jars" >&2; then
      rm -rf "$folder"
      fail 'the jars could not be downloaded'
    fi
    rm -rf "$JARS"
    mv "$folder/jars" "$JARS"
    rm -rf "$folder"
    touch "$JARS/complete"
  fi
  flock -u 9
  exec 9>&-
}

if [ "${1:-}" = --fetch ]; then
  fetch_jars
  exit 0
fi
[ $# -eq 2 ] || fail 'usage: kafka-broker.sh PORT DATA_DIR | --fetch'
case $1 in '' | *[!0-9]*) fail "$1 is no port" ;; esac
command -v "$JAVA" >/dev/null || fail 'java is missing (Debian: openjdk-17-jre-headless)'
readonly PORT=$1
mkdir -p "$2"
DATA=$(cd "$2" && pwd)
readonly DATA
fetch_jars

# The controller serves only this broker. Its port derives from the broker's, so that a test needs one free port.
readonly CONTROLLER=$((PORT < 55000 ? PORT + 10000 : PORT - 10000))
cat >"$DATA/server.properties" <<PROPERTIES
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$CONTROLLER
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
listeners=PLAINTEXT://$HOST:$PORT,CONTROLLER://127.0.0.1:$CONTROLLER
advertised.listeners=PLAINTEXT://$HOST:$PORT
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs=$DATA/log
auto.create.topics.enable=false
default.replication.factor=1
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
group.initial.rebalance.delay.ms=0
# A restarted broker waits until its former session has timed out: nine seconds by default.
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
num.network.threads=2
num.io.threads=2
log.cleaner.dedupe.buffer.size=8388608
PROPERTIES

readonly LOGGING=(
  -Dorg.slf4j.simpleLogger.defaultLogLevel=warn
  -Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info
)
# One identifier in 64 begins with a hyphen; `=` keeps it from being read as an option.
if [ ! -f "$DATA/log/meta.properties" ]; then
  "$JAVA" -XX:TieredStopAtLevel=1 "${LOGGING[@]}" -cp "$JARS/*" kafka.tools.StorageTool format \
    --cluster-id="$(head -c 16 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=')" -c "$DATA/server.properties" \
    >"$DATA/format.log" 2>&1 || {
    cat "$DATA/format.log" >&2
    fail 'the storage could not be formatted'
  }
fi

"$JAVA" -Xms64m -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Djava.awt.headless=true \
  "${LOGGING[@]}" -cp "$JARS/*" kafka.Kafka "$DATA/server.properties" >"$DATA/broker.log" 2>&1 &
readonly BROKER=$!
echo "$BROKER" >"$DATA/broker.pid"
trap 'kill -TERM "$BROKER" 2>/dev/null || true' TERM INT

# An open port is not enough: Kafka listens before its controller makes it leader of partitions.
while kill -0 "$BROKER" 2>/dev/null; do
  if grep -q 'Kafka Server started' "$DATA/broker.log"; then
    echo "ready $PORT"
    break
  fi
  sleep 0.1
done

# A trapped signal ends `wait` early: wait again until the broker itself has ended.
code=0
while kill -0 "$BROKER" 2>/dev/null; do wait "$BROKER" && code=0 || code=$?; done
case $code in 0 | 130 | 143) exit 0 ;; esac
tail -n 20 "$DATA/broker.log" >&2
fail "the broker ended with code $code"
