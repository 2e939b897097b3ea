import type { Call } from '../define-call.ts'
import type { CallName } from '../routes.ts'
import { assetCalls } from './assets.ts'
import { fileCalls } from './files.ts'
import { ingestionCalls } from './ingestion.ts'
import { operationCalls } from './operations.ts'
import { privilegeCalls } from './privileges.ts'
import { sessionCalls } from './session.ts'

/** Every call of the product by name; each route of the route table is declared exactly once. */
export const calls = {
  ...sessionCalls,
  ...assetCalls,
  ...fileCalls,
  ...privilegeCalls,
  ...ingestionCalls,
  ...operationCalls,
} satisfies Record<CallName, Call>
