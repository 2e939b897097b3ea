import { compareVersions, problemsOf, readKnown, supportedUntil } from './pinned-versions.mjs'

const DOCKER_HUB = 'https://hub.docker.com/v2/repositories'
const ASK_MS = 20_000
const lineOf = (version) => version.split('.').slice(0, 2).join('.')

/**
 * Asks Docker Hub for the tags of each pinned image's release line.
 * @param {import('./pinned-versions.mjs').Pin[]} images
 * @returns {Promise<Record<string, string[] | undefined>>} tags by image; undefined without an answer of Docker Hub
 */
export async function askTags(images) {
  const asked = [...new Map(images.map((image) => [image.name, image])).values()].map(
    async ({ name, version }) => {
      const path = name.includes('/') ? name : `library/${name}`
      try {
        const answer = await fetch(`${DOCKER_HUB}/${path}/tags?page_size=100&name=${lineOf(version)}.`, {
          signal: AbortSignal.timeout(ASK_MS),
        })
        const { results } = await answer.json()
        return [name, results.map((tag) => tag.name)]
      } catch {
        return [name, undefined]
      }
    },
  )
  return Object.fromEntries(await Promise.all(asked))
}

/**
 * Checks pinned images by the data of the repository and of Docker Hub.
 * @param {import('./pinned-versions.mjs').Pin[]} images
 * @param {{ tags?: Record<string, string[] | undefined>, now: Date, known?: object }} by
 * @returns {{ lines: string[], isPast: boolean, isKnown: boolean }} `isPast`: an image has a vulnerability with a
 * fix, or its release line gets no more fixes; `isKnown`: Docker Hub returned the tags of each
 */
export function judgeImages(images, { tags = {}, now, known = readKnown() }) {
  const holes = images.flatMap((image) => problemsOf(image, known))
  const ended = images.filter((image) => Date.parse(supportedUntil(image, known) ?? '') < now.getTime())
  const unique = [...new Map(images.map((image) => [`${image.name} ${image.version}`, image])).values()]
  const told = unique.map((image) => {
    const { checked } = known[image.name] ?? {}
    const newest = tags[image.name] && newestOf(tags[image.name], image.version)
    const answer = newest
      ? `newest of its line on Docker Hub: ${newest}`
      : 'NOT KNOWN: Docker Hub did not say'
    return `${image.name} ${image.version}: checked ${checked ?? 'never'}; ${answer}`
  })
  return {
    lines: [
      ...told,
      ...holes.map((hole) => `PAST DUE: ${hole}`),
      ...ended.map(
        ({ place, name, version }) => `PAST DUE: ${place}: ${name} ${version}: its line gets no more fixes`,
      ),
    ],
    isPast: holes.length > 0 || ended.length > 0,
    isKnown: unique.every(({ name }) => tags[name]),
  }
}

/** Returns the newest version of a pinned version's release line. */
const newestOf = (tags, pinned) =>
  tags
    .map((tag) => /^\d+\.\d+\.\d+/.exec(tag)?.[0])
    .filter((version) => version !== undefined && lineOf(version) === lineOf(pinned))
    .concat(pinned)
    .sort(compareVersions)
    .at(-1)
