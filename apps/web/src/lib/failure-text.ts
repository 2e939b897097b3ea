import { isDeliveryFailure } from '@wardtrack/contracts/delivery-failures'
import { translate } from './i18n/i18n.ts'
import { serverText } from './i18n/server-text.ts'

/** Returns the reason of a failed delivery as a sentence. A message of another system stays unchanged. */
export const failureText = (reason: string): string =>
  isDeliveryFailure(reason) ? translate(`mail:failure.${reason}`) : serverText(reason)
