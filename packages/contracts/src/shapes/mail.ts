import { z } from 'zod'
import { messages } from '../messages.ts'
import { id, iso } from './common.ts'

/** Security of the connection to the mail server: none, STARTTLS (required), or TLS from the start. */
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

/** Channels of a rule besides the console. */
export const RULE_CHANNELS = ['Mail', 'Webhook'] as const
/** One of {@link RULE_CHANNELS}. */
export type RuleChannel = (typeof RULE_CHANNELS)[number]

/** A message of a rule that is waiting or has failed. */
export const ruleDelivery = z.object({
  id,
  channel: z.enum(RULE_CHANNELS),
  /** username of a mail's receiver, or host of a webhook */
  receiver: z.string(),
  /** name of the rule; empty if it was deleted */
  rule: z.string(),
  createdAt: iso,
  attempts: z.number(),
  /** reason why the last attempt failed: a class of failure, or a message of the other system */
  reason: z.string().optional(),
  /** time of the next attempt; absent after the last attempt */
  nextAt: iso.optional(),
  /** time when delivery was abandoned */
  failedAt: iso.optional(),
})
/** {@link ruleDelivery} */
export type RuleDelivery = z.output<typeof ruleDelivery>
