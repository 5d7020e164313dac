import type { ShownPicture } from '../../domain/projects/picture.ts'

/** A picture, and the project it is of: the featured gallery names it. */
export type GalleryPicture = ShownPicture & { projectName?: string; slug?: string }
