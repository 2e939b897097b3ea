import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '@wardtrack/backup'
import { createKeyRing, type KeyRing } from '@wardtrack/encryption'
import { restrictFilesToOwner } from '@wardtrack/service-runtime'
import { readSettings } from '../config.ts'

const USAGE = 'usage: npm run restore -- FILE DIR [--key KEYFILE] [--accept-plain]'
const KEY_FILE = 'encryption-key'

/** `npm run restore -- FILE DIR`: restores a backup into a new data directory. */
async function main(): Promise<void> {
  const { file, dir, keyFile, acceptPlain } = readParameters()
  restrictFilesToOwner()
  const { ENCRYPTION_KEY: secrets } = readSettings(process.env)
  const key = keyFile === undefined ? undefined : await readKeyFile(keyFile)
  if (key !== undefined && (await readStoredKey(dir)) !== undefined)
    throw new Error(`${dir} holds a key already: leave out --key, or take that file away`)
  const names = await restoreBackup(file, dir, { ring: await ringOf(dir, key, secrets), acceptPlain })
  // Without ENCRYPTION_KEY, the start reads the key from the directory.
  if (key !== undefined && !secrets)
    await writeFile(join(dir, KEY_FILE), `${key}\n`, { mode: 0o600, flag: 'wx' })
  process.stdout.write(
    `${dir}: ${names.length} files. Start with WARDTRACK_DATA_DIR=${dir} and the key that the backup was made with.\n`,
  )
}

function readParameters() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, 'accept-plain': { type: 'boolean', default: false } },
  })
  const [file, dir, ...more] = positionals
  if (!file || !dir || more.length > 0) throw new Error(USAGE)
  return {
    file: resolve(file),
    dir: resolve(dir),
    keyFile: values.key,
    acceptPlain: values['accept-plain'],
  }
}

/** Builds the key ring from the named key file, the one in the directory, and ENCRYPTION_KEY. */
async function ringOf(
  dir: string,
  key: string | undefined,
  secrets: readonly string[] = [],
): Promise<KeyRing | undefined> {
  const known = [key, ...secrets, await readStoredKey(dir)]
  const [first, ...others] = known.filter((secret) => secret !== undefined)
  return first === undefined ? undefined : createKeyRing([first, ...others])
}

async function readStoredKey(dir: string): Promise<string | undefined> {
  const storedKey = (await readFile(join(dir, KEY_FILE), 'utf8').catch(() => '')).trim()
  return storedKey === '' ? undefined : storedKey
}

/** @throws Error when the file cannot be read or is empty */
async function readKeyFile(path: string): Promise<string> {
  const key = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (key === '') throw new Error(`${path} holds no key`)
  return key
}

main().catch((error: unknown) => {
  process.stderr.write(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
