import { Binary } from 'bson'
import { documentBytes, toJs } from '../bson/make.ts'
import { StoreError } from '../errors.ts'
import { type Conversation, type Credentials, startConversation } from '../server/scram.ts'
import type { Request } from './request.ts'

/** Sign-in state of a connection. A store without a secret requires no sign-in. */
export type SignIn = { credentials: Credentials | undefined; signedIn: boolean; conversation?: Conversation }

/** Commands that a driver may send before it has signed in. */
const OPEN = new Set(['hello', 'ismaster', 'saslStart', 'saslContinue', 'endSessions'])

/** @throws StoreError 13 when a command requires a sign-in that is missing */
export function requireSignIn(name: string, state: SignIn): void {
  if (state.credentials && !state.signedIn && !OPEN.has(name))
    throw new StoreError(13, `Command ${name} requires authentication`)
}

/** Begins SCRAM-SHA-256. */
export function saslStart(request: Request, state: SignIn): Buffer {
  if (!state.credentials) throw new StoreError(18, 'Authentication failed.')
  if (request.text('mechanism') !== 'SCRAM-SHA-256')
    throw new StoreError(334, `Unsupported mechanism ${request.text('mechanism') ?? ''}`)
  state.signedIn = false
  state.conversation = startConversation(state.credentials, payloadOf(request))
  return answer(state.conversation.challenge, false)
}

/** Checks the client's proof. After a correct proof it answers the final, empty exchange. */
export function saslContinue(request: Request, state: SignIn): Buffer {
  if (state.signedIn) return answer('', true)
  const { conversation } = state
  if (!conversation) throw new StoreError(17, 'No SASL session state found')
  delete state.conversation
  const proof = conversation.finish(payloadOf(request))
  state.signedIn = true
  return answer(proof, true)
}

function payloadOf(request: Request): string {
  const value = request.get('payload')
  const payload = value ? toJs(value) : undefined
  if (!(payload instanceof Binary)) throw new StoreError(18, 'Authentication failed.')
  return Buffer.from(payload.value()).toString('utf8')
}

const answer = (payload: string, done: boolean): Buffer =>
  documentBytes({ conversationId: 1, done, payload: new Binary(Buffer.from(payload)), ok: 1 })
