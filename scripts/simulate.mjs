#!/usr/bin/env node
// `npm run simulate -- --assets 2000 --rate 500`: sends events to a running Wardtrack as a hospital's systems would.
// It uses only Node built-ins, so that it runs before anything is installed or built.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const entry = resolve(root, 'packages/demo-hospital/dist/simulate.js')

if (!existsSync(entry)) {
  const compiler = resolve(root, 'node_modules/typescript/bin/tsc')
  if (!existsSync(compiler)) {
    console.error('Dependencies are not installed yet: run `npm run build` once.')
    process.exit(1)
  }
  const built = spawnSync(process.execPath, [compiler, '-b', resolve(root, 'packages/demo-hospital')], {
    stdio: 'inherit',
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
}

const child = spawn(process.execPath, [entry, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
