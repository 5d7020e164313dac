/** What is said when a picture could not be uploaded through no fault of its own (MPR-026). */
export const uploadFailed = 'Failed to upload image. Please try again.'
