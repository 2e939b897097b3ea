import { isDeliveryFailure } from '@wardtrack/contracts/delivery-failures'
import { translate } from './i18n/i18n.ts'
import { serverText } from './i18n/server-text.ts'

/** Why something was not delivered: a class of failure as a sentence; what another system said stays as it came. */
export const failureText = (reason: string): string =>
  isDeliveryFailure(reason) ? translate(`mail:failure.${reason}`) : serverText(reason)
