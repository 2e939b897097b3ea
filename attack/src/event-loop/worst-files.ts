import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { addressOf } from '../addresses.ts'
import { MAP_ID } from '../hospital.ts'
import { pause } from '../progress-probe.ts'
import type { Answer, Target } from '../target.ts'

const MB = 1024 * 1024

/** A kind of upload: its largest accepted size in MB, and a request with a file of a size in bytes. */
export type WorstFile = {
  title: string
  largestMb: number
  send(target: Target, bytes: number): Promise<Answer>
}

/** Repeats a text up to a length. */
const filled = (text: string, bytes: number): string =>
  text.repeat(Math.max(1, Math.floor(bytes / text.length)))

/** Numbers parts of JSON and joins them to a list, up to a length. @param most number of parts */
function listOf(part: (n: number) => string, bytes: number, most = Number.POSITIVE_INFINITY): string {
  const parts: string[] = []
  for (let n = 0, length = 0; length < bytes && n < most; n += 1) {
    const text = part(n)
    parts.push(text)
    length += text.length + 1
  }
  return `[${parts.join(',')}]`
}

/** Many members with different names. */
const manyMembers = (bytes: number): string => `{${listOf((n) => `"m${n}":${n % 10}`, bytes).slice(1, -1)}}`

const push =
  (call: 'ingestAssets' | 'ingestLocations' | 'ingestHierarchies', type = 'application/json') =>
  (text: (bytes: number) => string): WorstFile['send'] =>
  (target, bytes) =>
    target.send('POST', addressOf(call), {
      headers: { ...target.people.key, 'content-type': type },
      text: text(bytes),
    })

const MOST_ITEMS = 5_000
/** Length of one of the items that fill a push. */
const itemLength = (bytes: number): number => Math.floor(bytes / MOST_ITEMS)
const asset = (n: number, members: string): string =>
  `{"AssetType":"Equipment","AssetId":"L-${n}",${members}}`
const PUSHES: Record<string, WorstFile['send']> = {
  'assets with all members': push('ingestAssets')((bytes) =>
    listOf((n) => asset(n, `"Notes":"${filled('a', Math.min(480, itemLength(bytes)))}"`), bytes, MOST_ITEMS),
  ),
  'refused assets with many members': push('ingestAssets')((bytes) =>
    listOf((n) => asset(n, `"x":${manyMembers(itemLength(bytes) - 60)}`), bytes, MOST_ITEMS),
  ),
  'refused assets with many reasons': push('ingestAssets')((bytes) =>
    listOf(
      (n) => asset(n, `"CustomTags":[${filled('0,', Math.min(180, itemLength(bytes)))}0]`),
      bytes,
      MOST_ITEMS,
    ),
  ),
  'one item of many members': push('ingestAssets')((bytes) => `[${manyMembers(bytes)}]`),
  'items nested without end': push('ingestAssets')(
    (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  ),
  'numbers instead of items': push('ingestAssets')((bytes) => `[${filled('1,', bytes)}1]`),
  'escaped letters': push('ingestAssets')((bytes) =>
    listOf((n) => asset(n, `"Notes":"${filled('\\u0061', itemLength(bytes) - 60)}"`), bytes, MOST_ITEMS),
  ),
  positions: push('ingestLocations')((bytes) =>
    listOf(
      (n) =>
        `{"AssetType":"Equipment","AssetId":"E-${1 + (n % 200)}","mapId":"${MAP_ID}","x":${n % 48},"y":${n % 28},"eventId":"${bytes}-${n}"}`,
      bytes,
      MOST_ITEMS,
    ),
  ),
  'empty lines': push('ingestAssets', 'application/x-ndjson')((bytes) => filled('\n', bytes)),
  'lines that are no JSON': push(
    'ingestAssets',
    'application/x-ndjson',
  )((bytes) => `{"AssetType":"Equipment","AssetId":"L-1"}\n${filled('{\n', Math.min(bytes, 9_000))}`),
}

const upload =
  (
    format: 'csv' | 'xml' | 'json',
    file: (bytes: number) => string,
    operation = 'importCsv',
  ): WorstFile['send'] =>
  async (target, bytes) => {
    const form = new FormData()
    form.set('operation', operation)
    form.set('format', format)
    form.set('file', new Blob([file(bytes)]), `worst.${format}`)
    // Serialised here, because fetch needs the type with its boundary.
    const request = new Request(target.url, { method: 'POST', body: form })
    const type = request.headers.get('content-type') ?? ''
    const uploaded = await target.send('POST', addressOf('uploadImport'), {
      headers: { ...target.people.admin, 'content-type': type },
      text: new Uint8Array(await request.arrayBuffer()),
    })
    return uploaded.status === 200 ? await importAll(target, uploaded) : uploaded
  }

/** Milliseconds after which an import that does not end fails the test. */
const IMPORT_PATIENCE_MS = 300_000

/** Imports an uploaded file, waits until its rows are stored or refused, and returns the answer of the start. */
async function importAll(target: Target, { body }: Answer): Promise<Answer> {
  const { id, columns } = (body as { data?: { id: string; columns: unknown[] } }).data ?? {
    id: '',
    columns: [],
  }
  const headers = target.people.admin
  const call = (name: 'startImport' | 'readImport' | 'discardImport', method: string, sent?: object) =>
    target.send(method, addressOf(name).replace('{id}', id), { headers, ...(sent ? { body: sent } : {}) })
  const started = await call('startImport', 'POST', { columns })
  const end = performance.now() + IMPORT_PATIENCE_MS
  while (started.status === 200) {
    const { data } = (await call('readImport', 'GET')).body as { data?: { run?: { endedAt?: string } } }
    if (data?.run?.endedAt !== undefined) break
    if (performance.now() > end) throw new Error('the import of a worst file does not end')
    await pause(100)
  }
  await call('discardImport', 'POST', {})
  return started
}

const XML_ROW = '<asset><AssetType>Equipment</AssetType><AssetId>L-1</AssetId></asset>'
const UPLOADS: Record<string, WorstFile['send']> = {
  'csv of empty lines': upload(
    'csv',
    (bytes) => `AssetType,AssetId\n${filled('\n', Math.min(bytes, 499_000))}`,
  ),
  'csv of assets': upload('csv', (bytes) => {
    const rows = Array.from(
      { length: Math.min(10_000, Math.floor(bytes / 16)) },
      (_, n) => `Equipment,C-${n}`,
    )
    return `AssetType,AssetId\n${rows.join('\n')}`
  }),
  'csv of short rows': upload('csv', (bytes) => `AssetType,AssetId\n${filled('a,b\n', bytes)}`),
  'csv of 500 columns': upload('csv', (bytes) => {
    const header = Array.from({ length: 498 }, (_, n) => `c${n}`).join(',')
    return `AssetType,AssetId,${header}\n${filled(`a,b${','.repeat(498)}\n`, bytes)}`
  }),
  'csv with an open quote': upload('csv', (bytes) => `AssetType,AssetId\n"${filled('a\n', bytes)}`),
  'json of short rows': upload('json', (bytes) =>
    listOf((n) => `{"AssetType":"Equipment","AssetId":"L-${n}"}`, bytes),
  ),
  'json nested without end': upload('json', (bytes) => '['.repeat(bytes)),
  'json of one row with many members': upload('json', (bytes) => `[${manyMembers(bytes)}]`),
  'xml of short rows': upload('xml', (bytes) => `<assets>${filled(XML_ROW, bytes)}</assets>`),
  'xml nested without end': upload('xml', (bytes) => filled('<a>', bytes)),
  'xml of attributes': upload('xml', (bytes) => `<assets><asset ${filled('a="" ', bytes)}/></assets>`),
}

const ask =
  (call: Parameters<typeof addressOf>[0], text: (bytes: number) => string): WorstFile['send'] =>
  (target, bytes) =>
    target.send('POST', addressOf(call), { headers: target.people.admin, text: text(bytes) })

const ring = (n: number): string =>
  listOf(
    (corner) => {
      const angle = (2 * Math.PI * (corner % 150)) / 150
      return `[${(10 + (n % 20) + 5 * Math.cos(angle)).toFixed(3)},${(10 + 5 * Math.sin(angle)).toFixed(3)}]`
    },
    Number.POSITIVE_INFINITY,
    151,
  )
const feature = (n: number, file: string): string =>
  `{"type":"Feature","properties":{"name":"${file} ${n}","crs":"local"},"geometry":{"type":"Polygon","coordinates":[${ring(n)}]}}`
const fences = (bytes: number, more = '', file = 'Fence'): string =>
  `{"MapId":"${MAP_ID}","file":{"type":"FeatureCollection","features":${listOf((n) => feature(n, file), bytes, 2_000)}}${more}}`
const SETTINGS =
  ',"settings":{"Type":"Safe","AssetTypes":["Equipment"],"EntryTrigger":true,"EntryTriggerWaitTime":0,"ExitTrigger":true,"ExitTriggerWaitTime":0}'
let importsOfFences = 0
const JSON_CALLS: Record<string, [largestMb: number, send: WorstFile['send']]> = {
  'GeoJSON, checked': [3.7, ask('checkGeofenceFile', (bytes) => fences(bytes))],
  'GeoJSON, imported': [
    3.7,
    (target, bytes) => {
      // Names are taken once, so each attempt has its own.
      importsOfFences += 1
      return ask('importGeofences', () => fences(bytes, SETTINGS, `Import ${importsOfFences}`))(target, bytes)
    },
  ],
  'GeoJSON of wrong features': [
    4,
    ask(
      'checkGeofenceFile',
      (bytes) =>
        `{"MapId":"${MAP_ID}","file":{"type":"FeatureCollection","features":${listOf(() => '{"type":"Feature","properties":{},"geometry":null}', bytes - 2_000, 2_000)}}}`,
    ),
  ],
  'rows of a table': [
    8,
    ask(
      'importCsv',
      (bytes) =>
        `{"header":["AssetType","AssetId","AssetName"],"fields":${listOf((n) => `["Equipment","R-${n}","${filled('n', Math.min(100, bytes / 30_000))}"]`, bytes - 2_000, 20_000)}}`,
    ),
  ],
  'a part of the metadata mapping': [
    8,
    ask(
      'importMetaDataMapping',
      (bytes) =>
        `{"header":["AssetType","Name"],"fields":{"Equipment":{"Name":${manyMembers(bytes - 2_000)}}}}`,
    ),
  ],
  'rows of the metadata mapping': [
    8,
    ask(
      'importMetaDataMapping',
      (bytes) =>
        `{"header":["AssetType","Name","inputType","Option"],"fields":${listOf((n) => `["Equipment","L${n % 50}","select","option ${n % 9_000}"]`, bytes - 2_000, 20_000)}}`,
    ),
  ],
  'a sample of a provider': [
    1,
    ask('previewLocations', (bytes) =>
      JSON.stringify({
        provider: 'cisco',
        expression: '$',
        sample: listOf((n) => `{"n":${n}}`, Math.min(bytes, MB) * 0.7),
      }),
    ),
  ],
  'criteria of a search': [
    0.9,
    ask('assetsFilter', (bytes) => listOf((n) => `{"Fields.AssetName":"${n}"}`, bytes - 2_000)),
  ],
  'a picture of noise': [10, ask('uploadMap', (bytes) => mapOf(randomBytes(bytes * 0.7).toString('base64')))],
  'a picture of zeros': [
    10,
    ask('uploadMap', (bytes) =>
      mapOf(deflateRawSync(Buffer.alloc(bytes * 0.7), { level: 0 }).toString('base64')),
    ),
  ],
}

const mapOf = (img: string): string =>
  JSON.stringify({
    mapData: { xDimension: 10, yDimension: 10 },
    hierarchyId: 'room-1',
    imgData: { img, fileName: 'plan.png' },
  })

const entries = (largestMb: number, prefix: string, sends: Record<string, WorstFile['send']>): WorstFile[] =>
  Object.entries(sends).map(([title, send]) => ({ title: `${prefix}${title}`, largestMb, send }))

/** Files that are slow to parse, for every kind of upload. */
export const WORST_FILES: readonly WorstFile[] = [
  ...entries(8, 'a push of ', PUSHES),
  ...entries(60, 'a file: ', UPLOADS),
  ...Object.entries(JSON_CALLS).map(([title, [largestMb, send]]) => ({ title, largestMb, send })),
]
