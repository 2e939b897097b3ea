import { runLiveBench } from './live-bench.ts'

/**
 * Reads an option of `node e2e/dist/main.js [--assets N] [--rate N] [--seconds N] [--plan DIR] [--screenshot FILE]`,
 * which prints JSON.
 */
function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

const plan = option('plan')
const screenshot = option('screenshot')
const result = await runLiveBench({
  assets: Number(option('assets') ?? 2_000),
  rate: Number(option('rate') ?? 500),
  seconds: Number(option('seconds') ?? 60),
  ...(plan ? { plan } : {}),
  ...(screenshot ? { screenshot } : {}),
})
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
