import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { at } from './lib/paths.mjs'

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const MAX_MS = 5 * 60_000

const load = (name, ...from) =>
  import(pathToFileURL(createRequire(at(...from, 'package.json')).resolve(name)).href)

/**
 * Measures the map engine in a headless browser without a graphics card, on the bench page of the console
 * (apps/web/bench.html). Every frame takes a batch of live events through the product's own code.
 * @returns {Promise<{ pixelRatio: number, results: { markers: number, formation: string, moving: number, workMedian:
 * number, workP95: number, frameMedian: number, frameP95: number }[] }>} milliseconds
 */
export async function benchMap() {
  const { createServer } = await load('vite', 'apps', 'web')
  const { default: playwright } = await load('playwright-core', 'e2e')
  const server = await createServer({
    root: at('apps', 'web'),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false },
  })
  let browser
  try {
    await server.listen()
    const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
    browser = await playwright.chromium.launch({ executablePath, args: FLAGS })
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(new URL('bench.html', server.resolvedUrls.local[0]).href)
    await page.waitForSelector('#results[data-done]', { timeout: MAX_MS })
    return JSON.parse(await page.textContent('#results'))
  } finally {
    await browser?.close()
    await server.close()
  }
}

/** Formats the measurements as a table of fixed width. */
export function tableOf({ results }) {
  const head = ['markers', 'moving', 'view', 'work ms', 'p95', 'frame ms', 'p95']
  const lines = results.map((each) => [
    `${each.markers.toLocaleString('en')} ${each.formation}`,
    each.moving.toLocaleString('en'),
    `${each.view.width}x${each.view.height}`,
    ...[each.workMedian, each.workP95, each.frameMedian, each.frameP95].map((ms) => ms.toFixed(1)),
  ])
  return [head, ...lines]
    .map(([first, ...rest]) => first.padEnd(26) + rest.map((cell) => cell.padStart(12)).join(''))
    .join('\n')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const result = await benchMap()
  console.log(process.argv.includes('--json') ? JSON.stringify(result) : tableOf(result))
}
