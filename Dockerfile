# Two images: `service` runs any of the three services, `gateway` the web server in front of them with the console's files.
# Versions are fixed here; `npm run check` refuses an image without one, and one that runs as root.
ARG NODE_VERSION=20.19.5
ARG NGINX_VERSION=1.28.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN node scripts/image-files.mjs /product

FROM node:${NODE_VERSION}-bookworm-slim AS service
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
# An empty volume takes over the owner of the folder that it covers.
RUN install -d -o node -g node -m 0700 /var/lib/wardtrack
COPY --from=build /product /opt/wardtrack
WORKDIR /opt/wardtrack
USER node
EXPOSE 8080
CMD ["node", "apps/api/dist/main.js"]

FROM nginx:${NGINX_VERSION}-alpine AS gateway
COPY deploy/gateway/ /etc/nginx/wardtrack/
COPY --from=build /product/apps/web/dist /usr/share/wardtrack/console
USER nginx
EXPOSE 8080 8443
ENTRYPOINT ["nginx", "-c", "/etc/nginx/wardtrack/nginx.conf", "-g", "daemon off;"]
