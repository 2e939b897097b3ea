import type { SessionActor } from '@wardtrack/access'
import { messages, type NotificationRuleForm, sentRuleMember } from '@wardtrack/contracts'
import type { Database, NotificationRuleDoc } from '@wardtrack/database'
import type { MetadataMapping } from '@wardtrack/ingestion'
import { mayKnowType } from '@wardtrack/patient-rule'
import { notificationField, optionOrder, rankOf } from '@wardtrack/rules'
import { type ApiError, invalidMember } from '@wardtrack/service-kit'

/** What of a notification rule is stored as it was checked. */
export type CheckedRule = Pick<
  NotificationRuleDoc,
  'Name' | 'NotificationAssetType' | 'NotificationField' | 'operator' | 'values' | 'Priority'
>

/** Who sends a rule, what the mapping is, and the body, whose spelling errors name. */
export type RuleSender = { viewer: SessionActor; mapping: MetadataMapping; body: unknown }

/**
 * Checks what a rule looks at against the metadata mapping.
 * @throws ApiError 400 a type, field or value that the mapping does not have, or that cannot be compared
 */
export async function checkRule(
  db: Database,
  form: Pick<
    NotificationRuleForm,
    'Name' | 'NotificationAssetType' | 'NotificationField' | 'RaiseValue' | 'Priority'
  >,
  { viewer, mapping, body }: RuleSender,
): Promise<CheckedRule> {
  const { Name, NotificationAssetType, RaiseValue, Priority } = form
  const { operator, values } = RaiseValue
  const refuse = (member: string, message: string, part?: 'values'): ApiError =>
    invalidMember(sentRuleMember(body, member, part), message)
  if (!Object.hasOwn(mapping, NotificationAssetType) || !mayKnowType(viewer, NotificationAssetType))
    throw refuse('NotificationAssetType', messages.assetTypeUnknown)
  const field = notificationField(mapping, NotificationAssetType, form.NotificationField)
  if (!field) throw refuse('NotificationField', messages.fieldUnknown)
  const order = optionOrder(field.entry)
  if (operator === 'Less Than' || operator === 'Greater Than') {
    const encryption = await db.sealing.rules()
    if (encryption.isEncrypted(NotificationAssetType, field.path))
      throw refuse('RaiseValue', messages.ruleEncrypted)
    if (rankOf(values[0] ?? '', order) === undefined)
      throw refuse('RaiseValue', messages.valueNotComparable, 'values')
  } else if (order && values.some((value) => !order.has(value)))
    throw refuse('RaiseValue', messages.valueNoOption, 'values')
  return { Name, NotificationAssetType, NotificationField: field.name, operator, values, Priority }
}
