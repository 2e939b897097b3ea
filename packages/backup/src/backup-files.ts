/** Place of the store's file in a data directory. */
export const STORE_FILE = 'store/store.mdb'
/** Folder of the uploaded images in a data directory. */
export const IMAGES = 'var/uploads/images'

/** Path of an image below its folder: letters, digits, dots, hyphens and underscores, nothing hidden. */
const IMAGE_PATH = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}){0,3}$/

/** Whether a path below the images' folder is one that the product gives an image. */
export const isImagePath = (path: string): boolean => IMAGE_PATH.test(path)

/** Whether a backup that is not authenticated may hold a file: the store and images, never a secret. */
export const mayBePlain = (name: string): boolean =>
  name === STORE_FILE || (name.startsWith(`${IMAGES}/`) && isImagePath(name.slice(IMAGES.length + 1)))

/** Whether an authenticated backup may hold a file. The encryption key is never in one. */
export const mayBeAuthenticated = (name: string): boolean => mayBePlain(name) || name === 'jwt-secret'
