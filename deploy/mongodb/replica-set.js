// Run by mongosh on the first member, over loopback: creates the replica set and its accounts unless they exist. Without any
// account, MongoDB lets loopback create the first one. An earlier run may have completed any step.
const { readFileSync } = require('node:fs')

const MEMBERS = ['mongodb-1:27017', 'mongodb-2:27017', 'mongodb-3:27017']
const ADMINISTRATOR = 'administrator'
const PRODUCT = 'wardtrack'
const TRIES = 120
const admin = db.getSiblingDB('admin')

const secret = (name) => readFileSync(`/run/secrets/${name}`, 'utf8').trim()

/** Returns the server's answer, even a refusal. */
function run(command) {
  try {
    return admin.runCommand(command)
  } catch (error) {
    return { ok: 0, codeName: error.codeName, errmsg: error.message }
  }
}

function demand(command, allowed) {
  const answer = run(command)
  if (answer.ok === 1 || (allowed !== undefined && answer.codeName === allowed)) return answer
  throw new Error(`${Object.keys(command)[0]}: ${answer.errmsg}`)
}

function signIn() {
  try {
    return admin.auth(ADMINISTRATOR, secret('mongodb_admin_password')).ok === 1
  } catch {
    return false
  }
}

/** Gives this member priority: it becomes primary as soon as it is up to date. */
function waitUntilPrimary() {
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (run({ hello: 1 }).isWritablePrimary === true) return
    sleep(1000)
  }
  throw new Error('the first member of the replica set does not become the primary')
}

if (!signIn()) {
  const members = MEMBERS.map((host, index) => ({ _id: index, host, priority: index === 0 ? 2 : 1 }))
  demand({ replSetInitiate: { _id: 'wardtrack', members } }, 'AlreadyInitialized')
  waitUntilPrimary()
  demand({ createUser: ADMINISTRATOR, pwd: secret('mongodb_admin_password'), roles: ['root'] })
  if (!signIn()) throw new Error('the administrator of the store cannot sign in')
}
waitUntilPrimary()
if (demand({ usersInfo: PRODUCT }).users.length === 0) {
  const roles = ['readWrite', 'dbAdmin'].map((role) => ({ role, db: 'wardtrack' }))
  demand({ createUser: PRODUCT, pwd: secret('mongodb_password'), roles })
}
print('The replica set is ready.')
