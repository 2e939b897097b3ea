/** Path of the store's file in a data directory. */
export const STORE_FILE = 'store/store.mdb'
/** Folder of the uploaded images in a data directory. */
export const IMAGES = 'var/uploads/images'

/** Pattern of an image's path below its folder: letters, digits, dots, hyphens and underscores, no hidden files. */
const IMAGE_PATH = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}){0,3}$/

/** Returns true if a path below the images' folder is one that the product gives to an image. */
export const isImagePath = (path: string): boolean => IMAGE_PATH.test(path)

/** Returns true if an unauthenticated backup may contain a file: the store and images, never a secret. */
export const mayBePlain = (name: string): boolean =>
  name === STORE_FILE || (name.startsWith(`${IMAGES}/`) && isImagePath(name.slice(IMAGES.length + 1)))

/** Returns true if an authenticated backup may contain a file. The encryption key is never in a backup. */
export const mayBeAuthenticated = (name: string): boolean => mayBePlain(name) || name === 'jwt-secret'
