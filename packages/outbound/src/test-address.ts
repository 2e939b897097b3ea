import type { DeliveryFailure } from '@wardtrack/contracts'
import { failureOf } from './delivery-failure.ts'
import { postForAnswer } from './post-json.ts'
import { resolveTarget, type TargetRules } from './resolve-target.ts'
import { isAccepted } from './retry-delay.ts'
import { deliveryHeaders } from './signature.ts'

/** Result of a test: an answer, or the reason why there was none; `took` in milliseconds. */
export type AddressTest = {
  accepted: boolean
  status?: number
  text?: string
  error?: DeliveryFailure
  took: number
}

/** Longest wait for an answer to a test, in milliseconds. */
const TEST_MS = 10_000

/**
 * Sends a body without any real data to an address, and returns the answer.
 * @param kind kind of the address's deliveries
 */
export async function testAddress(
  { address, secrets }: { address: string; secrets: readonly string[] },
  kind: string,
  rules: TargetRules,
): Promise<AddressTest> {
  const body = JSON.stringify({ test: true, kind, time: new Date().toISOString() })
  const headers = deliveryHeaders(`test-${Math.floor(Date.now() / 1000)}`, body, secrets)
  const started = performance.now()
  const took = (): number => Math.round(performance.now() - started)
  try {
    const target = await resolveTarget(address, rules)
    const answer = await postForAnswer(target, body, headers, AbortSignal.timeout(TEST_MS))
    return { accepted: isAccepted(answer.status), ...answer, took: took() }
  } catch (error) {
    return { accepted: false, error: failureOf(error), took: took() }
  }
}
