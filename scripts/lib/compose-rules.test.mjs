import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { composeProblems, dockerfileProblems } from './compose-rules.mjs'
import { at } from './paths.mjs'

const KNOWN = {
  settings: new Set(['PORT', 'JWT_SECRET']),
  example: 'MEMORY=1g\n',
}

const COMPOSE = `
x-guard: &guard
  read_only: true
  cap_drop: [ALL]
  security_opt: ['no-new-privileges:true']
  user: '1000:1000'
  deploy: { resources: { limits: { cpus: '1', memory: '\${MEMORY:-1g}', pids: 10 } } }
services:
  gateway:
    <<: *guard
    image: nginx:1.30.7-alpine
    restart: always
    ports: ['443:8443']
    healthcheck: { test: [CMD, 'true'] }
  api:
    <<: *guard
    image: wardtrack-service:1.0.0
    build: { target: service }
    restart: always
    environment: { PORT: '8080', JWT_SECRET_FILE: /run/secrets/jwt, HOME: /tmp }
    secrets: [jwt]
    networks: [back]
    volumes: ['files:/files']
    depends_on: { prepare: { condition: service_completed_successfully } }
    healthcheck: { test: [CMD, 'true'] }
  status:
    <<: *guard
    image: wardtrack-service:1.0.0
    restart: always
    depends_on: { api: { condition: service_started } }
    healthcheck: { test: [CMD, 'true'] }
  prepare:
    <<: *guard
    image: mongo:8.0.34
    restart: on-failure
networks: { back: {} }
volumes: { files: {} }
secrets: { jwt: { file: jwt } }
`

test('accepts a complete compose file', () => {
  expect(composeProblems(COMPOSE, KNOWN)).toEqual([])
})

describe('a changed compose file', () => {
  test.each([
    ['  read_only: true', '', 'gateway: its files can be written: read_only'],
    ['cap_drop: [ALL]', 'cap_drop: [CHOWN]', 'api: it has capabilities: cap_drop'],
    ["security_opt: ['no-new-privileges:true']", '', 'api: it can gain rights: security_opt'],
    ["user: '1000:1000'", "user: '0:0'", 'gateway: it runs as root: user'],
    ["user: '1000:1000'", '', 'gateway: it runs as root: user'],
    [', pids: 10', '', 'api: cpus, memory and pids need limits'],
    ["healthcheck: { test: [CMD, 'true'] }", '', 'gateway: it has no healthcheck'],
    ["test: [CMD, 'true']", 'test: [CMD, ok ? 0: 1]', 'gateway: healthcheck: a word of it is no text'],
    ['restart: on-failure', 'restart: always', 'prepare: restart does not fit what waits for it'],
    ['1.30.7-alpine', 'latest', 'gateway: the image nginx:latest names no version of three numbers'],
    ['mongo:8.0.34', 'mongo', 'prepare: the image mongo names no version of three numbers'],
    ['build: { target: service }', '', 'nothing builds wardtrack-service:1.0.0: one service has to'],
    [
      'depends_on: { api: { condition: service_started } }',
      'build: { target: service }',
      'api, status builds wardtrack-service:1.0.0: one service has to',
    ],
    [
      'depends_on: { api: { condition: service_started } }',
      '',
      'status: it does not depend on api, which builds its image',
    ],
    ...[
      ['secrets: [jwt]', 'secrets: [jwt]\n    configs: [{ source: start }]'],
      ["'files:/files'", "'./deploy/start.sh:/files'"],
    ].map((change) => [
      ...change,
      'api: it mounts files of the clone, which its account may not be able to read: copy them into its image',
    ]),
    [
      'networks: [back]',
      "networks: [back]\n    ports: ['80:80']",
      'api: only the gateway is reached from outside',
    ],
    ["PORT: '8080'", "PROT: '8080'", 'api: nothing reads PROT'],
    ['JWT_SECRET_FILE', 'JWT_SECRETS_FILE', 'api: nothing reads JWT_SECRETS_FILE'],
    ['/run/secrets/jwt', '/run/secrets/key', 'api: JWT_SECRET_FILE: /run/secrets/key is none of its secrets'],
    ['secrets: { jwt: { file: jwt } }', '', 'api: jwt is not among secrets'],
    ["'files:/files'", "'file:/files'", 'api: file is not among volumes'],
    ['MEMORY:-1g', 'MEMORY:-2g', '.env.example: MEMORY=2g is missing'],
    ['MEMORY:-1g', 'MEMORY_MAX:-1g', '.env.example: nothing asks for MEMORY'],
  ])('is refused with %j as %j', (before, after, problem) => {
    expect(COMPOSE).toContain(before)
    expect(composeProblems(COMPOSE.replace(before, after), KNOWN)).toContain(problem)
  })
})

describe('a Dockerfile', () => {
  const FILE =
    'ARG NODE=24.22.1\nFROM node:${NODE}-slim AS build\nCOPY . .\nFROM node:24.22.1 AS service\nCOPY --chmod=0444 a /b\nUSER node\n'

  test('is accepted with versions and an account', () => {
    expect(dockerfileProblems(FILE, ['service'])).toEqual([])
    expect(dockerfileProblems(`${FILE}FROM service AS extended\nUSER node\n`, ['extended'])).toEqual([])
  })

  test.each([
    ['24.22.1\nFROM', '24\nFROM', 'node:24-slim names no version of three numbers'],
    ['--chmod=0444 ', '', 'service: files keep the mode that they have in the clone: COPY a /b'],
    ['USER node\n', '', 'service is missing or runs as root'],
    ['USER node', 'USER root', 'service is missing or runs as root'],
    ['AS service', 'AS services', 'service is missing or runs as root'],
    [' AS service', '', 'a stage has no name: FROM node:24.22.1'],
  ])('is refused with %j as %j', (before, after, problem) => {
    expect(dockerfileProblems(FILE.replace(before, after), ['service'])).toContain(problem)
  })
})

test('scripts in containers are plain POSIX shell', () => {
  for (const script of [
    'mongodb/start-mongod.sh',
    'redis/start-redis.sh',
    'kafka/start-broker.sh',
    'make-secrets.sh',
  ])
    expect(readFileSync(at('deploy', script), 'utf8')).toMatch(/^#!\/bin\/sh\n(?:#.*\n)+set -eu\n/)
})
