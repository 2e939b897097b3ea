import type { ServiceParts } from '@wardtrack/access'
import { type ErrorDetail, messages, type RuleWebhook } from '@wardtrack/contracts'
import type { NotificationRuleDoc } from '@wardtrack/database'
import { AddressNotAllowed, checkAddress, isConfidentialAddress } from '@wardtrack/outbound'
import { PATIENT } from '@wardtrack/patient-rule'
import { invalid } from '@wardtrack/service-kit'

const MIN_REASON_LENGTH = 10

/** Members of a rule that decide where it may be sent. */
type Telling = Pick<NotificationRuleDoc, 'NotificationAssetType' | 'Audience' | 'Mail'> & {
  Webhook?: RuleWebhook | null
}

/**
 * Checks the mail and webhook of a rule. Only users with the patient-data flag create and change rules about
 * patients, so only they give such a rule an address.
 * @param before stored rule: its address was checked when saved, and each call checks it again
 * @throws ApiError 400 for mail to everybody, a forbidden address, or patients over plain http without a reason
 */
export async function checkRecipients(
  { outboundAllow: allowed = [] }: Pick<ServiceParts, 'outboundAllow'>,
  { NotificationAssetType, Audience, Mail, Webhook }: Telling,
  before?: Pick<Telling, 'Webhook'>,
): Promise<void> {
  const errors: ErrorDetail[] = []
  if (Mail && Audience.privileges.length + Audience.users.length === 0)
    errors.push({ path: 'Mail', message: messages.mailNeedsRecipients })
  if (Webhook) {
    const isNew = Webhook.address !== before?.Webhook?.address
    const fault = isNew ? await addressFault(Webhook.address, allowed) : undefined
    if (fault !== undefined) errors.push({ path: 'Webhook.address', message: fault })
    else if (
      NotificationAssetType === PATIENT &&
      Webhook.plainHttpReason.length < MIN_REASON_LENGTH &&
      !isConfidentialAddress(Webhook.address)
    )
      errors.push({ path: 'Webhook.plainHttpReason', message: messages.httpsNeeded })
  }
  if (errors.length > 0) throw invalid(errors)
}

async function addressFault(address: string, allowed: readonly string[]): Promise<string | undefined> {
  try {
    await checkAddress(address, { allowed })
    return undefined
  } catch (error) {
    if (!(error instanceof AddressNotAllowed)) throw error
    return error.malformed ? messages.addressNeeded : messages.addressRefused
  }
}
