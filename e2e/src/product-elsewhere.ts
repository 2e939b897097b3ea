import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Product } from './product.types.ts'

/**
 * Program that starts an empty product elsewhere, for tests that do not start one themselves. It prints the product's
 * `url`, `username`, `password` and `ingestKey` as JSON.
 */
export const ELSEWHERE = process.env['WARDTRACK_E2E_PRODUCT']

const run = promisify(execFile)

/**
 * Starts the product elsewhere, for a test file whose journey begins with an empty product.
 * @throws an error if the journey needs the demo or special settings
 */
export async function startElsewhere(
  program: string,
  environment: Record<string, string>,
  data: string | undefined,
): Promise<Product> {
  const { WARDTRACK_DEMO: demo, ...settings } = environment
  if (data !== undefined || demo !== 'off' || Object.keys(settings).length > 0)
    throw new Error('A product that runs elsewhere is empty, with the settings that it has there.')
  const { stdout } = await run(process.execPath, [program])
  const { url, username, password, ingestKey } = JSON.parse(stdout) as Product
  const refuse = (): never => {
    throw new Error('The product runs elsewhere: tests cannot reach its process or data.')
  }
  return {
    url,
    username,
    password,
    ingestKey,
    get dataDir(): string {
      return refuse()
    },
    pid: () => undefined,
    output: () => '',
    printed: async () => refuse(),
    stop: async () => refuse(),
    start: async () => refuse(),
    remove: () => Promise.resolve(),
  }
}
