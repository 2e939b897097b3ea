// Runs the attacks of one hostile client in a separate thread, so that reading its answers costs the service nothing.
// It ends by itself.
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { at } from '../lib/paths.mjs'

const REQUESTS = 100
const SLOW_CONNECTIONS = 200
const IMAGES = 8
/** Pixels of a side, the accepted maximum: 36 million pixels in a file of some hundred kB. */
const IMAGE_SIDE = 6_000
/** Maximum length of a text in criteria. */
const MAX_TEXT_LENGTH = 200

const { url, headers, ms, kinds } = workerData
const body = kinds.includes('images') ? await imageUpload() : ''
const until = Date.now() + ms
const answers = {}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
const tell = (message) => parentPort?.postMessage(message)
const count = (status) => {
  answers[status] = (answers[status] ?? 0) + 1
}

/** Repeats a request on several tracks. A track pauses after an immediate answer. */
async function askFor(tracks, path, bodyOf) {
  const track = async (first) => {
    for (let n = first; Date.now() < until; n += tracks) {
      const started = Date.now()
      const request = { method: 'POST', headers, body: bodyOf(n), signal: AbortSignal.timeout(ms + 5_000) }
      const answer = await fetch(`${url}${path}`, request).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      count(String(answer?.status ?? 'none'))
      if (Date.now() - started < 50) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await Promise.all(Array.from({ length: tracks }, (_, n) => track(n)))
}

/** Opens connections that announce a large search and send a byte of it now and then. */
async function sendSlowly() {
  const { hostname, port } = new URL(url)
  const beginning = [
    'POST /api/assets.filter HTTP/1.1',
    'host: bench',
    `authorization: ${headers.authorization}`,
    'content-type: application/json',
    'content-length: 900000',
    '\r\n{',
  ].join('\r\n')
  const one = async () => {
    while (Date.now() < until) {
      const socket = connect({ host: hostname, port: Number(port) })
      const dripping = setInterval(() => socket.write(' '), 100)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      const end = setTimeout(() => socket.destroy(), Math.max(0, until - Date.now()))
      socket.on('error', () => {})
      socket.once('data', (piece) => count(piece.toString('latin1', 9, 12)))
      socket.write(beginning)
      await closed
      clearInterval(dripping)
      clearTimeout(end)
    }
  }
  await Promise.all(Array.from({ length: SLOW_CONNECTIONS }, one))
}

/** Creates the body of an upload of an image with very many pixels. */
async function imageUpload() {
  const sharp = createRequire(at('packages', 'images', 'package.json'))('sharp')
  const background = { r: 1, g: 2, b: 3 }
  const create = { width: IMAGE_SIDE, height: IMAGE_SIDE, channels: 3, background }
  const image = await sharp({ create }).png({ compressionLevel: 9 }).toBuffer()
  const img = image.toString('base64')
  const imageInfo = { 'Equipment#SerialNo#icon': { img, fileName: 'x.png' } }
  return JSON.stringify({ id: 'mapping', imageInfo })
}

const sortedByName = { sort: [{ sortField: 'Fields.AssetName', sortDirection: 1 }] }
const filters = (conditions) =>
  askFor(REQUESTS, '/api/assets.filter', (n) => JSON.stringify([...conditions(n), sortedByName]))

const KINDS = {
  filters: () => filters((n) => [{ 'Fields.AssetName': { $regex: `no asset ${n}` } }]),
  patterns: () =>
    filters((n) => [
      { 'Fields.AssetName': { $regex: `(a+)+$${n}`.repeat(50).slice(0, MAX_TEXT_LENGTH) } },
      { search: 'e'.repeat(MAX_TEXT_LENGTH - String(n).length) + n },
    ]),
  'slow bodies': sendSlowly,
  images: () => askFor(IMAGES, '/api/assets.uploadMetaDataFiles', () => body),
}

tell({ ready: true })
await Promise.all(kinds.map((kind) => KINDS[kind]()))
tell({ answers })
