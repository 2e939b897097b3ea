import type { SessionActor } from '@wardtrack/access'
import { messages, type NotificationRuleForm, sentRuleMember } from '@wardtrack/contracts'
import type { Database, NotificationRuleDoc } from '@wardtrack/database'
import type { MetadataMapping } from '@wardtrack/ingestion'
import { mayKnowType } from '@wardtrack/patient-rule'
import { notificationField, optionOrder, rankOf } from '@wardtrack/rules'
import { type ApiError, invalidMember } from '@wardtrack/service-kit'

/** Members of a notification rule that are stored after the check. */
export type CheckedRule = Pick<
  NotificationRuleDoc,
  'Name' | 'NotificationAssetType' | 'NotificationField' | 'operator' | 'values' | 'Priority'
>

/** Sender of a rule, the metadata mapping, and the body, whose member names appear in errors. */
export type RuleSender = { viewer: SessionActor; mapping: MetadataMapping; body: unknown }

/**
 * Checks the type, field and value of a rule against the metadata mapping.
 * @throws ApiError 400 for an unknown type, field or value, or one that cannot be compared
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
