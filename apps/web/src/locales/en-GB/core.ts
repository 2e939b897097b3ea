import { messages } from '@wardtrack/contracts/messages'
import antd from 'antd/locale/en_GB'
import common from './common.json'
import shell from './shell.json'

/** The texts that the frame of every page needs. */
export const texts = { common, messages, shell }
export { antd }
