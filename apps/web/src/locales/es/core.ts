import antd from 'antd/locale/es_ES'
import common from './common.json'
import messages from './messages.json'
import shell from './shell.json'

/** The texts that the frame of every page needs. */
export const texts = { common, messages, shell }
export { antd }
