import type { User } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'

/** The reason why the person who looks may not change an account, or only in part. */
export function limitReason({ scope, missing }: NonNullable<User['limit']>): string {
  const reasons = missing.map((right) =>
    translate(right === 'pages' ? 'people:limit.pages' : 'people:limit.patientData'),
  )
  return [...reasons, ...(scope === 'credentials' ? [translate('people:limit.credentialsWhat')] : [])].join(
    ' ',
  )
}
