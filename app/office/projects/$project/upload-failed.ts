export const uploadFailed = 'Failed to upload image. Please try again.'
