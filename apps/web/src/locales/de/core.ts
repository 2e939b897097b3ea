import antd from 'antd/locale/de_DE'
import alertNotices from './alert-notices.json'
import common from './common.json'
import messages from './messages.json'
import notifications from './notifications.json'
import plain from './plain.json'
import shell from './shell.json'
import states from './states.json'

/** Texts for the frame of every page. */
export const texts = { 'alert-notices': alertNotices, common, messages, notifications, plain, shell, states }
export { antd }
