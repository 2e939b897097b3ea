import { expect, test } from 'vitest'
import { judgeDebian } from './audit-debian.mjs'
import { judgeImages } from './audit-images.mjs'

const NOW = new Date('2026-11-27T12:00:00Z')
const known = {
  node: {
    checked: '2026-11-20',
    lines: { 24: { supportedUntil: '2028-04-30', fixed: { '24.22.1': ['CVE-2026-111497'] } } },
  },
}
const node = (version) => [{ kind: 'image', name: 'node', version, place: 'Dockerfile:4' }]

test('knows images whose registry answered, and names the newest version of the release line', () => {
  const tags = { node: ['24.22.9-slim', '24.22.10', '24.23.0', '26.1.0', 'lts'] }
  expect(judgeImages(node('24.22.1'), { tags, now: NOW, known })).toEqual({
    lines: ['node 24.22.1: checked 2026-11-20; newest of its line on Docker Hub: 24.22.10'],
    isPast: false,
    isKnown: true,
  })
})

test('does not know an image whose registry did not answer', () => {
  const { lines, isKnown, isPast } = judgeImages(node('24.22.1'), {
    tags: { node: undefined },
    now: NOW,
    known,
  })
  expect(lines).toEqual(['node 24.22.1: checked 2026-11-20; NOT KNOWN: Docker Hub did not say'])
  expect([isKnown, isPast]).toEqual([false, false])
})

test('a known vulnerability counts as past due, even without an answer of the registry', () => {
  const { lines, isPast } = judgeImages(node('24.21.0'), { now: NOW, known })
  expect(isPast).toBe(true)
  expect(lines.at(-1)).toBe('PAST DUE: Dockerfile:4: node 24.21.0: CVE-2026-111497, fixed in 24.22.1')
})

test('a release line without further fixes counts as past due', () => {
  const { lines, isPast } = judgeImages(node('24.22.1'), { now: new Date('2028-05-02'), known })
  expect(isPast).toBe(true)
  expect(lines.at(-1)).toContain('its line gets no more fixes')
})

const POLICY = `nginx-light:
  Installed: 1.22.1-9+deb12u9
  Candidate: 1.22.1-9+deb12u11
  Version table:
     1.22.1-9+deb12u11 500
        500 http://deb.debian.org/debian-security bookworm-security/main amd64 Packages
 *** 1.22.1-9+deb12u9 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
        100 /var/lib/dpkg/status
git:
  Installed: 1:2.39.2-1
  Candidate: 1:2.39.5-0
  Version table:
     1:2.39.5-0 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
 *** 1:2.39.2-1 100
        100 /var/lib/dpkg/status
     1:2.39.1-1 500
        500 http://deb.debian.org/debian-security bookworm-security/main amd64 Packages
maven:
  Installed: (none)
  Candidate: 3.8.7-1
  Version table:
     3.8.7-1 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
openssl:
  Installed: 3.0.22-1~deb12u2
  Candidate: 3.0.22-1~deb12u2
  Version table:
 *** 3.0.22-1~deb12u2 500
        500 http://deb.debian.org/debian-security bookworm-security/main amd64 Packages
        100 /var/lib/dpkg/status
`

test('a newer version in the security archive counts as a vulnerability, in another archive as an update', () => {
  expect(judgeDebian(POLICY, { listsAt: NOW, now: NOW })).toEqual({
    lines: [
      '3 packages installed, 2 with a newer version, 1 of these from the security archive',
      'security  nginx-light 1.22.1-9+deb12u9: 1.22.1-9+deb12u11 is there',
      'git 1:2.39.2-1: 1:2.39.5-0 is there',
    ],
    hasHoles: true,
    isKnown: true,
  })
})

test.each([
  [undefined, NOW, 'this machine has no apt'],
  [POLICY, undefined, 'the package lists are older than a week: apt-get update'],
  [POLICY, new Date('2026-11-19T12:00:00Z'), 'the package lists are older than a week: apt-get update'],
])('does not treat missing data as a machine without vulnerabilities', (policy, listsAt, reason) => {
  expect(judgeDebian(policy, { listsAt, now: NOW })).toEqual({
    lines: [`NOT KNOWN: ${reason}`],
    hasHoles: false,
    isKnown: false,
  })
})
