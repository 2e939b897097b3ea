# The images of docker-compose.yml. `service` runs any of the three services; `gateway` is the web server in front of them with
# the console's files; the others are the stores with their start scripts. Files in images are readable, whatever the umask of a
# clone was. Versions are pinned only here: docs/security/pinned-versions.json contains the date of each one's last check.
ARG NODE_VERSION=24.22.1
ARG NGINX_VERSION=1.30.7
ARG MONGODB_VERSION=8.0.34
ARG REDIS_VERSION=8.10.2
ARG KAFKA_VERSION=4.3.1

FROM node:${NODE_VERSION}-trixie-slim AS build
WORKDIR /build
COPY . .
RUN node scripts/image-files.mjs /product

FROM node:${NODE_VERSION}-trixie-slim AS service
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
# An empty volume gets the owner of the folder that it covers.
RUN install -d -o node -g node -m 0700 /var/lib/wardtrack
COPY --from=build /product /opt/wardtrack
WORKDIR /opt/wardtrack
USER node
EXPOSE 8080
CMD ["node", "apps/api/dist/main.js"]

FROM nginx:${NGINX_VERSION}-alpine AS gateway
COPY --chmod=0444 deploy/gateway/*.conf /etc/nginx/wardtrack/
COPY --from=build /product/apps/web/dist /usr/share/wardtrack/console
USER nginx
EXPOSE 8080 8443
ENTRYPOINT ["nginx", "-c", "/etc/nginx/wardtrack/nginx.conf", "-g", "daemon off;"]

FROM mongo:${MONGODB_VERSION} AS mongodb
COPY --chmod=0444 deploy/mongodb/start-mongod.sh deploy/mongodb/replica-set.js /etc/wardtrack/
USER 999:999

FROM redis:${REDIS_VERSION}-alpine AS redis
COPY --chmod=0444 deploy/redis/start-redis.sh /etc/wardtrack/
USER 999:1000

FROM apache/kafka:${KAFKA_VERSION} AS kafka
COPY --chmod=0444 deploy/kafka/start-broker.sh deploy/kafka/server.properties /etc/wardtrack/
USER 1000:1000
