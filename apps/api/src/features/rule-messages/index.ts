export { mailIdOf } from './compose-mail.ts'
export { createRuleMessages } from './create-rule-messages.ts'
export { mayGetMail } from './recipients.ts'
