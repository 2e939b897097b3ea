import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormatRequest } from './format-process.types.ts'
import { createFormatProcess } from './format-process-handle.ts'
import { missingWalls, wallFlags } from './format-walls.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wardtrack-walls-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const entryOf = async (name: string, script: string): Promise<string> => {
  const entry = join(dir, `${name}.mjs`)
  await writeFile(entry, script)
  return entry
}
const nextMessage = (child: ChildProcess): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Record<string, string>))
    child.once('close', () => reject(new Error('it ended')))
  })

/** Tries each possible action of a process, each of which succeeds without walls. */
const PROBE = `
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
const tries = {
  'environment of the parent': () => readFileSync('/proc/' + process.ppid + '/environ'),
  'memory map of the parent': () => readFileSync('/proc/' + process.ppid + '/maps'),
  'own environment': () => readFileSync('/proc/self/environ'),
  'a file of the system': () => readFileSync('/etc/hostname'),
  'a folder': () => readdirSync(process.argv[2]),
  'writing a file': () => writeFileSync(process.argv[2] + '/written', ''),
  'writing its own entry': () => writeFileSync(process.argv[1], ''),
  'a program': () => execFileSync(process.execPath, ['--version']),
  'a thread': () => new Worker('', { eval: true }).terminate(),
  'code from text': () => new Function('return 1')(),
}
const came = {}
for (const [name, attempt] of Object.entries(tries)) {
  try { attempt(); came[name] = 'done' } catch (error) { came[name] = error.code ?? error.name }
}
process.send(came)
process.disconnect()
`

describe('the walls around the process', () => {
  test('allow access only to its own files', async () => {
    const entry = await entryOf('probe', PROBE)
    const open = fork(entry, [dir], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    expect(new Set(Object.values(await nextMessage(open)))).toEqual(new Set(['done']))
    await writeFile(entry, PROBE)
    const walled = fork(entry, [dir], {
      execArgv: wallFlags([entry]),
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const { 'code from text': code, ...others } = await nextMessage(walled)
    expect(code).toBe('EvalError')
    expect(new Set(Object.values(others))).toEqual(new Set(['ERR_ACCESS_DENIED']))
  })

  test.each([
    ['20.19.0', '--experimental-permission'],
    ['22.12.0', '--experimental-permission'],
    ['22.13.0', '--permission'],
    ['23.5.0', '--permission'],
    ['24.1.0', '--permission'],
  ])('use the flag names of Node %s', (version, flag) => {
    expect(wallFlags([], version)).toContain(flag)
  })

  test('are detected when they are missing', () => {
    expect(missingWalls(['no threads', 'no environment', 'no code from text', 'no native code'])).toEqual([
      'files of the evaluator alone',
      'no other processes',
    ])
  })
})

describe('a process with unexpected messages', () => {
  const request = (body: string): FormatRequest => ({
    lane: 'a',
    expression: '$',
    body,
    isLines: false,
    moment: 0,
    limits: { timeMs: 5_000, depth: 10, sequence: 10, items: 10, characters: 100 },
  })
  /** Starts like the evaluator; `answer` sees each question. */
  const pretender = (answer: string, walls = 'all') => `
const { id } = JSON.parse(process.argv[2])
const all = ['no code from text', 'no native code', 'files of the evaluator alone', 'no other processes',
  'no threads', 'no environment']
process.on('message', (question) => { ${answer} })
process.send({ id, walls: ${walls} })
`
  const RIGHT = 'process.send({ id: question.id, isSpent: false, reply: { items: question.request.body } })'

  test('is trusted while it answers each question once', async () => {
    const child = createFormatProcess(await entryOf('right', pretender(RIGHT)))
    expect(await child.evaluate(request('[1]'))).toEqual({ items: '[1]' })
    expect(await child.evaluate(request('[2]'))).toEqual({ items: '[2]' })
    await child.end()
  })

  test.each([
    ['an id that it made up', "process.send({ id: 'x', isSpent: false, reply: { items: '[]' } })"],
    ['no id', "process.send({ isSpent: false, reply: { items: '[]' } })"],
    ['something else', "process.send('ready')"],
    [
      'more than an answer',
      `process.send({ id: question.id, isSpent: false, reply: { items: '[]' }, more: 1 })`,
    ],
    [
      'a reason that there is not',
      `process.send({ id: question.id, isSpent: false, reply: { failure: { reason: 'x', message: '' } } })`,
    ],
  ])('is discarded when it answers with %s', async (title, answer) => {
    const child = createFormatProcess(await entryOf(title.replaceAll(' ', '-'), pretender(answer)))
    await expect(child.evaluate(request('[1]'))).rejects.toThrow('answered what was not asked')
    expect(child.hasEnded()).toBe(true)
  })

  test('is discarded before the next question finds an answer waiting', async () => {
    const twice = `${RIGHT}; ${RIGHT}`
    const child = createFormatProcess(await entryOf('twice', pretender(twice)))
    expect(await child.evaluate(request('[1]'))).toEqual({ items: '[1]' })
    await expect.poll(child.hasEnded).toBe(true)
  })

  test('receives no question when a wall is missing', async () => {
    const entry = await entryOf('open', pretender(RIGHT, 'all.slice(1)'))
    const child = createFormatProcess(entry)
    await expect(child.evaluate(request('[1]'))).rejects.toThrow('lacks walls: no code from text')
    expect(child.hasEnded()).toBe(true)
  })
})
