// The dialog for a part of a picture with a sample, for the design gallery. Saving closes it.
import { useState } from "react";
import { ImageCropDialog } from "$/public/ui/image_crop_dialog.jsx";

/** @import { CropOptions } from "./image_crop_dialog.jsx" */

/**
 * `drawing` is an SVG image.
 * @param {{ drawing: string, label: string, className: string, options: CropOptions, classNames: ClassNames }} props
 */
export function ImageCropSample({ drawing, label, className, options, classNames }) {
  const [file, setFile] = useState(/** @type {File | null} */ (null));
  const open = () => setFile(new File([drawing], "sample.svg", { type: "image/svg+xml" }));
  const close = () => setFile(null);
  return (
    <>
      <button type="button" className={className} onClick={open}>
        {label}
      </button>
      <ImageCropDialog
        file={file}
        title={label}
        options={options}
        error=""
        classNames={classNames}
        onSave={close}
        onClose={close}
      />
    </>
  );
}
