export {
  createImageDecoder,
  type DecodedImage,
  type ImageDecoder,
  type ImageDecoderOptions,
} from './image-decoder.ts'
export { ImageRefused, type ReadImageOptions, readImage } from './read-image.ts'
export { storeFile } from './store-file.ts'
