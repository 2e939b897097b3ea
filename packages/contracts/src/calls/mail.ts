import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, page, pageSize } from '../shapes/common.ts'
import { mailAddress, RULE_CHANNELS, ruleDelivery } from '../shapes/mail.ts'
import { mirthTest } from '../shapes/mirth.ts'

export const mailCalls = {
  testMail: defineCall(routes.testMail, {
    summary: 'Send a test by the saved mail server: what the server answered',
    body: z.object({ to: mailAddress }),
    response: z.object({ data: mirthTest }),
  }),
  ruleDeliveries: defineCall(routes.ruleDeliveries, {
    summary: 'Mails or webhooks of rules that wait, oldest first, or that were given up, newest first',
    patient: true,
    query: z.object({
      channel: z.enum(RULE_CHANNELS).default('Mail'),
      state: z.enum(['waiting', 'failed']).default('failed'),
      page,
      pagesize: pageSize(10),
    }),
    response: z.object({ data: z.array(ruleDelivery), count: z.number() }),
  }),
  repeatRuleDelivery: defineCall(routes.repeatRuleDelivery, {
    summary: 'Try what was given up once more, or what waits at once',
    patient: true,
    body: z.object({ id: z.string().min(1).max(500) }),
    response: ack,
  }),
}
