import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { networkInterfaces } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { entriesBelow, listFiles } from '../lib/bundle-files.mjs'
import { changeRelease, createWorkplace, run, startInstalled, startStore } from './installation.mjs'

let place
let product
const install = (...options) =>
  run(
    place,
    join(place.release, 'install.sh'),
    '--base',
    place.base,
    '--data',
    place.data,
    '--no-service',
    ...options,
  )
const linkOf = (name) => basename(readlinkSync(join(place.base, name)))
const command = (...args) => run(place, join(place.base, 'current', 'bin', 'wardtrack'), ...args)

beforeAll(() => {
  // Unpacked and installed files are private to their owner unless the installation opens them.
  process.umask(0o077)
  place = createWorkplace()
})
afterEach(async () => {
  await product?.stop()
  product = undefined
})
afterAll(() => place.remove())

/** Returns files and folders that the account of a service could not read. */
const unreadableIn = (folder) =>
  entriesBelow(folder)
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(folder)
    .filter((path) => {
      const { mode } = statSync(path)
      return (mode & 0o004) === 0 || (statSync(path).isDirectory() && (mode & 0o001) === 0)
    })

test('has no network but loopback', () => {
  expect(Object.keys(networkInterfaces())).toEqual(['lo'])
})

test('a bundle describes its contents', () => {
  const bill = JSON.parse(readFileSync(join(place.release, 'sbom.cdx.json'), 'utf8'))
  expect(bill.bomFormat).toBe('CycloneDX')
  expect(bill.components.map(({ name }) => name)).toContain('express')
  const release = JSON.parse(readFileSync(join(place.release, 'release.json'), 'utf8'))
  expect(release).toMatchObject({ name: place.name, node: '>=24', platform: 'linux', arch: process.arch })
  const paths = listFiles(place.release)
  expect(paths).toContain('monitoring/wardtrack-alerts.yml')
  expect(paths.filter((path) => /\.test\.js$|\.d\.ts$/.test(path) && !path.includes('node_modules'))).toEqual(
    [],
  )
  expect(paths.filter((path) => /node_modules\/(vitest|typescript|vite)\//.test(path))).toEqual([])
})

test('refuses to install a damaged bundle', () => {
  const file = join(place.release, 'apps', 'standalone', 'dist', 'main.js')
  const text = readFileSync(file)
  appendFileSync(file, '\n')
  const damaged = install()
  writeFileSync(file, text)
  expect(damaged.code).toBe(1)
  expect(damaged.text).toContain('the bundle is damaged: its files differ from SHA256SUMS')
  expect(existsSync(place.base)).toBe(false)
})

test('refuses to install a bundle for another processor or a newer Node', () => {
  changeRelease(place, { arch: 'riscv64' })
  const foreign = install()
  expect(foreign.code).toBe(1)
  expect(foreign.text).toContain('this bundle is for linux riscv64')
  changeRelease(place, { arch: process.arch, node: '>=99.1' })
  const newer = install()
  changeRelease(place, { node: '>=24' })
  expect(newer.code).toBe(1)
  expect(newer.text).toContain('Node >=99.1 is needed')
  expect(existsSync(place.base)).toBe(false)
})

test('refuses folders that a service file could not name', () => {
  const { code, text } = install('--data', '/srv/a folder')
  expect(code).toBe(1)
  expect(text).toContain('folders consist of letters')
  expect(existsSync(place.base)).toBe(false)
})

test('starts after a first installation, serves the console and accepts assets', async () => {
  const { code, text } = install()
  expect(text).toContain(`${place.name} is installed in ${place.base}`)
  expect(code).toBe(0)
  expect(linkOf('current')).toBe(place.name)
  expect(statSync(place.data).mode & 0o777).toBe(0o700)
  expect(unreadableIn(join(place.base, 'releases'))).toEqual([])
  expect(readFileSync(join(place.base, 'settings.env'), 'utf8')).toContain(`WARDTRACK_DATA_DIR=${place.data}`)
  expect(command('version').text).toBe(`${place.name}\n`)
  product = await startInstalled(place)
  expect(product.output()).toContain(`Data: ${place.data}`)
  expect(await product.page()).toContain('<title>Wardtrack</title>')
  expect(await product.configure()).toEqual({ status: 200, body: expect.anything() })
  expect((await product.push('PUMP-1')).body.accepted).toBe(1)
  expect(await product.assets()).toEqual(['PUMP-1'])
})

test('changes nothing when the same release is installed again', () => {
  const { code } = install()
  expect(code).toBe(0)
  expect(linkOf('current')).toBe(place.name)
  expect(existsSync(join(place.base, 'previous'))).toBe(false)
})

test('an upgrade writes a backup while the product runs, and keeps the data', async () => {
  product = await startInstalled(place)
  changeRelease(place, { name: 'next' })
  const { code, text } = install()
  expect(text).toContain('before-next.backup')
  expect(code).toBe(0)
  expect([linkOf('current'), linkOf('previous')]).toEqual(['next', place.name])
  expect(readdirSync(`${place.data}-backups`)).toEqual(['before-next.backup'])
  await product.stop()
  product = await startInstalled(place)
  expect(command('version').text).toBe('next\n')
  expect((await product.push('PUMP-2')).body.accepted).toBe(1)
  expect(await product.assets()).toEqual(['PUMP-1', 'PUMP-2'])
})

test('refuses an upgrade without a backup', () => {
  changeRelease(place, { name: 'blocked' })
  const settings = join(place.base, 'settings.env')
  appendFileSync(settings, 'WARDTRACK_LOG_LEVEL=loud\n')
  const { code, text } = install()
  expect(code).toBe(1)
  expect(text).toContain('no backup could be written, so nothing was changed')
  expect(text).toContain('WARDTRACK_LOG_LEVEL')
  expect(linkOf('current')).toBe('next')
  appendFileSync(settings, 'WARDTRACK_LOG_LEVEL=info\n')
})

const goBack = (...options) =>
  run(place, join(place.base, 'current', 'rollback.sh'), '--base', place.base, '--no-service', ...options)

test('a rollback keeps the data stored since the upgrade', async () => {
  const { code, text } = goBack()
  expect(text).toContain(`${place.name} is installed`)
  expect(code).toBe(0)
  expect([linkOf('current'), linkOf('previous')]).toEqual([place.name, 'next'])
  product = await startInstalled(place)
  expect(await product.assets()).toEqual(['PUMP-1', 'PUMP-2'])
})

test('a rollback with the backup restores the earlier data, and sets later data aside', async () => {
  expect(goBack().code).toBe(0)
  expect(linkOf('current')).toBe('next')
  const { code, text } = goBack('--restore')
  expect(text).toContain('What next stored is in')
  expect(code).toBe(0)
  product = await startInstalled(place)
  expect(await product.assets()).toEqual(['PUMP-1'])
  const aside = readdirSync(join(place.data, '..')).filter((name) => name.startsWith('data-of-next-'))
  expect(aside).toHaveLength(1)
  await product.stop()
  const verified = command('verify-audit')
  expect([verified.code, verified.text]).toEqual([0, expect.anything()])
  // The one secret that the product generated is kept with the data.
  const secretOf = (folder) => readFileSync(join(folder, 'jwt-secret'), 'utf8')
  expect(secretOf(place.data)).toBe(secretOf(join(place.data, '..', aside[0])))
})

test('upgrades data on a MongoDB only after its own backup is confirmed', async () => {
  const needless = install('--own-backup')
  expect([needless.code, needless.text]).toEqual([
    1,
    expect.stringContaining('of these a backup is written here'),
  ])
  const former = linkOf('current')
  const backups = readdirSync(`${place.data}-backups`)
  const store = await startStore(place)
  try {
    const settings = join(place.base, 'settings.env')
    const text = readFileSync(settings, 'utf8')
    appendFileSync(settings, `MONGODB_URI=${store.uri}\n`)
    changeRelease(place, { name: 'on-mongodb' })
    const refused = install()
    expect([refused.code, linkOf('current')]).toEqual([1, former])
    expect(refused.text).toContain(
      'write a backup with its own tools (mongodump), then run this with --own-backup',
    )
    const upgraded = install('--own-backup')
    expect([upgraded.code, linkOf('current'), linkOf('previous')]).toEqual([0, 'on-mongodb', former])
    expect(readdirSync(`${place.data}-backups`)).toEqual(backups)
    product = await startInstalled(place)
    await product.configure()
    expect((await product.push('PUMP-9')).body.accepted).toBe(1)
    expect(await product.assets()).toEqual(['PUMP-9'])
    await product.stop()
    const restored = goBack('--restore')
    expect([restored.code, linkOf('current')]).toEqual([1, 'on-mongodb'])
    expect(restored.text).toContain('restore your own backup with its tools')
    expect([goBack().code, linkOf('current')]).toEqual([0, former])
    writeFileSync(settings, text)
  } finally {
    await store.stop()
  }
})

test('names wrong commands and settings', () => {
  const unknown = command('lunch')
  expect(unknown.code).toBe(2)
  expect(unknown.text).toContain('usage: wardtrack COMMAND')
  appendFileSync(join(place.base, 'settings.env'), 'not a setting\n')
  const malformed = command('backup', '/tmp/never-written')
  expect(malformed.code).toBe(1)
  expect(malformed.text).toContain('settings.env: not NAME=VALUE: not a setting')
})
