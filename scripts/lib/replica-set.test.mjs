import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { at } from './paths.mjs'

const SCRIPT = readFileSync(at('deploy', 'mongodb', 'replica-set.js'), 'utf8')
const SECRETS = { mongodb_admin_password: 'a-password', mongodb_password: 'p-password' }
const ok = { ok: 1 }
const refusal = (codeName) => ({ ok: 0, codeName, errmsg: `refused: ${codeName}` })

/**
 * Creates a server with only the functions that the script calls. Like MongoDB, it lets a stranger create the set and
 * one account.
 */
function createServer({ initiated = false, accounts = {}, becomesPrimaryAfter = 2 } = {}) {
  const state = { initiated, accounts: { ...accounts }, isSignedIn: false, looks: 0, members: [], roles: {} }
  const isAllowed = () => state.isSignedIn || Object.keys(state.accounts).length === 0
  const commands = {
    hello: () => {
      state.looks += 1
      return { ...ok, isWritablePrimary: state.initiated && state.looks > becomesPrimaryAfter }
    },
    replSetInitiate: ({ replSetInitiate: { members } }) => {
      if (!isAllowed()) return refusal('Unauthorized')
      if (state.initiated) return refusal('AlreadyInitialized')
      Object.assign(state, { initiated: true, members })
      return ok
    },
    createUser: ({ createUser, pwd, roles }) => {
      if (!isAllowed()) return refusal('Unauthorized')
      if (state.looks <= becomesPrimaryAfter) return refusal('NotWritablePrimary')
      state.accounts[createUser] = pwd
      state.roles[createUser] = roles
      return ok
    },
    usersInfo: ({ usersInfo }) =>
      state.isSignedIn
        ? { ...ok, users: usersInfo in state.accounts ? [{ user: usersInfo }] : [] }
        : refusal('Unauthorized'),
  }
  const admin = {
    auth: (name, password) => {
      if (state.accounts[name] !== password) throw new Error('Authentication failed.')
      state.isSignedIn = true
      return ok
    },
    runCommand: (command) => {
      const answer = commands[Object.keys(command)[0]](command)
      if (answer.ok === 1) return answer
      throw Object.assign(new Error(answer.errmsg), answer)
    },
  }
  return { state, db: { getSiblingDB: () => admin } }
}

function runOn(server) {
  const printed = []
  runInNewContext(SCRIPT, {
    db: server.db,
    sleep: () => {},
    print: (line) => printed.push(line),
    require: () => ({ readFileSync: (path) => `${SECRETS[path.replace('/run/secrets/', '')]}\n` }),
  })
  return printed
}

const READY = ['The replica set is ready.']
const ACCOUNTS = { administrator: 'a-password', wardtrack: 'p-password' }

test('the first start creates the set and both accounts', () => {
  const server = createServer()
  expect(runOn(server)).toEqual(READY)
  expect(server.state.accounts).toEqual(ACCOUNTS)
  expect(JSON.parse(JSON.stringify(server.state.members))).toEqual([
    { _id: 0, host: 'mongodb-1:27017', priority: 2 },
    { _id: 1, host: 'mongodb-2:27017', priority: 1 },
    { _id: 2, host: 'mongodb-3:27017', priority: 1 },
  ])
  expect(JSON.parse(JSON.stringify(server.state.roles.wardtrack))).toEqual([
    { role: 'readWrite', db: 'wardtrack' },
    { role: 'dbAdmin', db: 'wardtrack' },
  ])
})

test.each([
  ['after the set was made', {}],
  ['after the first account was made', { administrator: 'a-password' }],
  ['after all of it', ACCOUNTS],
])('continues a start that was interrupted %s', (_, accounts) => {
  const server = createServer({ initiated: true, accounts })
  expect(runOn(server)).toEqual(READY)
  expect(server.state.accounts).toEqual(ACCOUNTS)
})

test("fails with a password that differs from the store's, and changes nothing", () => {
  const accounts = { ...ACCOUNTS, administrator: 'before' }
  const server = createServer({ initiated: true, accounts })
  expect(() => runOn(server)).toThrow('replSetInitiate: refused: Unauthorized')
  expect(server.state.accounts).toEqual(accounts)
})

test('fails when a member never becomes primary', () => {
  const server = createServer({ becomesPrimaryAfter: Number.POSITIVE_INFINITY })
  expect(() => runOn(server)).toThrow('does not become the primary')
  expect(server.state.accounts).toEqual({})
})
