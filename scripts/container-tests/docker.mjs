import { spawn, spawnSync } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, succeeds } from './command.mjs'

const START_MS = 60_000
const STOP_MS = 60_000
const NO_RULES = '*filter\n:INPUT ACCEPT\n:FORWARD ACCEPT\n:OUTPUT ACCEPT\nCOMMIT\n*nat\nCOMMIT\n'

/**
 * Starts a Docker engine with separate images, networks and a separate socket, which leaves the machine's own engine
 * unchanged.
 * @param {string} work
 * @param {{ config: string }} tools
 */
export async function startDocker(work, { config }) {
  const socket = join(work, 'docker.sock')
  const env = { ...process.env, DOCKER_HOST: `unix://${socket}`, DOCKER_CONFIG: config }
  // An engine changes the machine's packet forwarding and does not restore it.
  const rules = run('iptables-save', [])
  const forwards = readFileSync('/proc/sys/net/ipv4/ip_forward', 'utf8').trim()
  const log = openSync(join(work, 'docker.log'), 'a')
  const folders = ['--data-root', join(work, 'docker'), '--exec-root', join(work, 'docker-exec')]
  const daemon = spawn(
    'dockerd',
    [
      ...folders,
      '--host',
      `unix://${socket}`,
      '--pidfile',
      join(work, 'docker.pid'),
      '--bridge',
      'none',
      '--exec-opt',
      'native.cgroupdriver=cgroupfs',
      '--add-runtime',
      'own=/usr/sbin/runc',
      '--default-runtime',
      'own',
    ],
    { stdio: ['ignore', log, log] },
  )
  const stop = () => {
    daemon.kill('SIGTERM')
    const until = Date.now() + STOP_MS
    // An ended child remains as a zombie while this process waits.
    const state = ['-qs', '^State:[[:space:]]*[^Z[:space:]]', `/proc/${daemon.pid}/status`]
    while (succeeds('grep', state) && Date.now() < until) spawnSync('sleep', ['0.5'])
    // The saved rules lack a table that nobody used before.
    for (const input of [NO_RULES, rules]) spawnSync('iptables-restore', [], { input })
    spawnSync('sysctl', ['-q', `net.ipv4.ip_forward=${forwards}`])
    spawnSync('sh', ['-c', `grep -o '${work}[^ ]*' /proc/mounts | sort -r | xargs -r umount -l`])
  }
  const until = Date.now() + START_MS
  while (!succeeds('docker', ['version'], { env, stdio: 'ignore' })) {
    if (daemon.exitCode !== null || Date.now() > until) {
      stop()
      throw new Error(`Docker did not start:\n${readFileSync(join(work, 'docker.log'), 'utf8').slice(-4000)}`)
    }
    await sleep(500)
  }
  // BuildKit without Compose needs a plugin that Debian 12 does not have.
  const plain = { ...env, DOCKER_BUILDKIT: '0' }
  return { env, docker: (...args) => run('docker', args, { env: plain }), stop }
}
