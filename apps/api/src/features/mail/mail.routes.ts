import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createMailService } from './mail.service.ts'

/**
 * Creates the calls about the mail server and the deliveries of rules. @param resume see {@link createMailService}
 */
export function mailRoutes(parts: ServiceParts, resume: () => void): ServedCall<Actor>[] {
  const mail = createMailService(parts, resume)
  return [
    serve(calls.testMail)<Actor>(async ({ body }, { target }) => {
      target('setting', 'mail/mail')
      return { data: await mail.test(body.to) }
    }),
    serve(calls.ruleDeliveries)<Actor>(({ query }, { actor }) => mail.list(query, sessionOf(actor))),
    serve(calls.repeatRuleDelivery)<Actor>(async ({ body }, { actor, target }) => {
      target('delivery', body.id)
      await mail.repeat(body.id, sessionOf(actor))
      return { err: 0, message: messages.deliveryRepeated }
    }),
  ]
}
