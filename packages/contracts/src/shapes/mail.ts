import { z } from 'zod'
import { messages } from '../messages.ts'
import { id, iso } from './common.ts'

/** How the connection to the mail server is protected: not at all, by STARTTLS (never without it), or TLS from the start. */
export const MAIL_SECURITIES = ['none', 'starttls', 'tls'] as const
/** One of {@link MAIL_SECURITIES}. */
export type MailSecurity = (typeof MAIL_SECURITIES)[number]

const addressText = z.string({ error: messages.mailAddressRule }).trim().max(254, messages.mailAddressRule)

/** One e-mail address, without a name (RFC 5321). */
export const mailAddress = addressText.regex(
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*$/,
  messages.mailAddressRule,
)
/** {@link mailAddress}, or empty for none. */
export const mailAddressOrNone = addressText.regex(
  /^(?:[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*)?$/,
  messages.mailAddressRule,
)

/** Ways out of the house that a rule can use. */
export const RULE_CHANNELS = ['Mail', 'Webhook'] as const
/** One of {@link RULE_CHANNELS}. */
export type RuleChannel = (typeof RULE_CHANNELS)[number]

/** What a rule sends, on its way or given up. */
export const ruleDelivery = z.object({
  id,
  channel: z.enum(RULE_CHANNELS),
  /** username of who gets a mail, or host of a webhook */
  receiver: z.string(),
  /** name of the rule; empty when it is gone */
  rule: z.string(),
  createdAt: iso,
  attempts: z.number(),
  /** why the newest attempt failed: a class of failure, or what the other system said */
  reason: z.string().optional(),
  /** when it is tried again; absent once it was given up */
  nextAt: iso.optional(),
  /** when it was given up */
  failedAt: iso.optional(),
})
/** {@link ruleDelivery} */
export type RuleDelivery = z.output<typeof ruleDelivery>
