import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'

const PACKED = 'bin/chromium-72.0.3617.0.br'
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-accelerated-2d-canvas',
  '--disable-software-rasterizer',
  '--single-process',
  '--no-zygote',
  '--remote-debugging-pipe',
  '--window-size=1440,900',
]
const WAIT_MS = 60_000

/** A page in Chromium 72, which is too old for playwright. It is controlled by JavaScript expressions. */
export interface OldPage {
  open(address: string): Promise<void>
  /** Evaluates an expression and awaits its promise. @throws an error if it throws */
  evaluate(expression: string): Promise<unknown>
  /** Waits until an expression is true. @throws an error with the page's text after a timeout */
  waitFor(condition: string): Promise<void>
  /** Types a text into the focused field. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

/** Unpacks the browser, unless an earlier run has done so. */
async function unpack(): Promise<string> {
  const program = join(tmpdir(), 'wardtrack-chromium-72')
  if (existsSync(program)) return program
  const installed = dirname(createRequire(import.meta.url).resolve('chrome-aws-lambda/package.json'))
  const unfinished = `${program}.${process.pid}`
  await writeFile(unfinished, brotliDecompressSync(await readFile(join(installed, PACKED))), { mode: 0o755 })
  await rename(unfinished, program)
  return program
}

interface Answer {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/** Connects to the browser by the DevTools protocol over the pipes 3 and 4. */
function connect(browser: ChildProcess) {
  const [, , , commands, answers] = browser.stdio as unknown as Duplex[]
  if (!commands || !answers) throw new Error('the browser has no pipes')
  const waiting = new Map<number, (answer: Answer) => void>()
  let received = ''
  let lastId = 0
  answers.setEncoding('utf8')
  answers.on('data', (text: string) => {
    const messages = (received + text).split('\0')
    received = messages.pop() ?? ''
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    }
  })
  return async (method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> => {
    lastId += 1
    const id = lastId
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    commands.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`)
    const { result = {}, error } = await answered
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

/** Returns the first page of the browser, once it exists. */
async function firstPage(send: ReturnType<typeof connect>): Promise<string> {
  for (;;) {
    const { targetInfos } = await send('Target.getTargets', {})
    const page = (targetInfos as { type: string; targetId: string }[]).find(({ type }) => type === 'page')
    if (page) return page.targetId
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Opens a page in Chromium 72. */
export async function openOldPage(): Promise<OldPage> {
  const profile = await mkdtemp(join(tmpdir(), 'wardtrack-old-'))
  const browser = spawn(await unpack(), [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const send = connect(browser)
  const { sessionId } = await send('Target.attachToTarget', {
    targetId: await firstPage(send),
    flatten: true,
  })
  const inPage = (method: string, params: object) => send(method, params, String(sessionId))
  const evaluate = async (expression: string): Promise<unknown> => {
    const answer = await inPage('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })
    if (answer['exceptionDetails']) throw new Error(JSON.stringify(answer['exceptionDetails']))
    return (answer['result'] as { value?: unknown }).value
  }
  return {
    evaluate,
    open: async (url) => void (await inPage('Page.navigate', { url })),
    type: async (text) => void (await inPage('Input.insertText', { text })),
    waitFor: async (condition) => {
      const end = Date.now() + WAIT_MS
      while ((await evaluate(`Boolean(${condition})`)) !== true) {
        if (Date.now() > end)
          throw new Error(`never: ${condition}\n${String(await evaluate('document.body.innerText'))}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    close: async () => {
      if (browser.exitCode === null && browser.signalCode === null) {
        const exited = new Promise((resolve) => browser.once('exit', resolve))
        browser.kill('SIGKILL')
        await exited
      }
      await rm(profile, { recursive: true, force: true })
    },
  }
}
