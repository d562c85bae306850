// A dialog in which the user chooses the part of an image or a video that the server keeps. The mouse and touch drag the image,
// two fingers or the wheel zoom, and the arrow keys move it while it has the focus.
import { useEffect, useId, useState } from "react";
import Cropper from "react-easy-crop";
import { Dialog } from "$/public/ui/dialog.js";
import { gettext } from "$/public/ui/i18n.js";
import { isVideo } from "$/public/ui/writing/upload.js";

/**
 * `aspect` is width / height. The part is never narrower than `width` pixels, unless the image is, because the site
 * would have to enlarge it.
 * @typedef {{ aspect: number, width: number, shape: "rect" | "round" }} CropOptions
 */
/** @typedef {{ x: number, y: number, width: number, height: number }} Area */
/** @typedef {{ naturalWidth: number, naturalHeight: number }} ImageSize */

const ZOOM_STEP = 0.01;
// Pixels for each press of an arrow key, or a fifth of that with Shift.
const KEYBOARD_STEP = 5;

/**
 * Returns the edges of an area, in percent of the image, as the server expects them.
 * @param {Area} area
 */
export function formatCrop({ x, y, width, height }) {
  const edges = [x, y, x + width, y + height];
  return edges.map((edge) => Math.min(1, Math.max(0, edge / 100)).toFixed(6)).join(",");
}

/**
 * @param {ImageSize} size
 * @param {CropOptions} options
 */
export function computeMaxZoom({ naturalWidth, naturalHeight }, { aspect, width }) {
  return Math.max(1, Math.min(naturalWidth, naturalHeight * aspect) / width);
}

/**
 * @param {{
 *   file: File | null,
 *   title: string,
 *   options: CropOptions,
 *   progress?: number,
 *   error: string,
 *   classNames: ClassNames,
 *   onSave: (crop: string) => void,
 *   onClose: () => void,
 * }} props
 */
export function ImageCropDialog({ file, title, classNames, onClose, ...props }) {
  const id = useId();
  const url = useObjectUrl(file);
  return (
    <Dialog open={Boolean(url)} onClose={onClose} className={classNames.dialog} aria-labelledby={id}>
      <h2 id={id} className={classNames.dialogTitle}>
        {title}
      </h2>
      {url && (
        <CropForm
          key={url}
          url={url}
          isOfVideo={Boolean(file && isVideo(file))}
          classNames={classNames}
          onClose={onClose}
          {...props}
        />
      )}
    </Dialog>
  );
}

/**
 * @param {{
 *   url: string,
 *   isOfVideo: boolean,
 *   options: CropOptions,
 *   progress?: number,
 *   error: string,
 *   classNames: ClassNames,
 *   onSave: (crop: string) => void,
 *   onClose: () => void,
 * }} props
 */
function CropForm({ url, isOfVideo, options, progress, error, classNames, onSave, onClose }) {
  const [area, setArea] = useState(/** @type {Area | null} */ (null));
  const [zoom, setZoom] = useState(1);
  const [maxZoom, setMaxZoom] = useState(1);
  const isUploading = progress !== undefined;
  const image = { url, isOfVideo, options, zoom, maxZoom, setZoom, setMaxZoom, setArea };
  return (
    <>
      {/* A browser that cannot decode the image leaves the decision to the server. */}
      <CropImage {...image} classNames={classNames} onError={() => onSave("")} />
      <ZoomSlider zoom={zoom} maxZoom={maxZoom} setZoom={setZoom} classNames={classNames} />
      {isUploading && (
        <progress className={classNames.cropProgress} value={progress} aria-label={gettext("Uploading…")} />
      )}
      {error && (
        <p className={classNames.error} role="alert">
          {error}
        </p>
      )}
      <div className={classNames.dialogActions}>
        <button type="button" className={classNames.cancel} onClick={onClose}>
          {gettext("Cancel")}
        </button>
        <button
          type="button"
          className={classNames.save}
          disabled={!area || isUploading}
          onClick={() => area && onSave(formatCrop(area))}
        >
          {gettext("Save")}
        </button>
      </div>
    </>
  );
}

/** @param {{ zoom: number, maxZoom: number, setZoom: (zoom: number) => void, classNames: ClassNames }} props */
function ZoomSlider({ zoom, maxZoom, setZoom, classNames }) {
  return (
    <label className={classNames.zoom}>
      {gettext("Zoom")}
      <input
        type="range"
        min={1}
        max={maxZoom}
        step={ZOOM_STEP}
        value={zoom}
        disabled={maxZoom === 1}
        className={classNames.slider}
        onChange={({ target }) => setZoom(Number(target.value))}
      />
    </label>
  );
}

/**
 * @param {{
 *   url: string,
 *   isOfVideo: boolean,
 *   options: CropOptions,
 *   zoom: number,
 *   maxZoom: number,
 *   classNames: ClassNames,
 *   setZoom: (zoom: number) => void,
 *   setMaxZoom: (zoom: number) => void,
 *   setArea: (area: Area) => void,
 *   onError: () => void,
 * }} props
 */
function CropImage({ url, isOfVideo, options, zoom, maxZoom, classNames, setZoom, setMaxZoom, setArea, onError }) {
  const [position, setPosition] = useState({ x: 0, y: 0 });
  // A video that the browser cannot decode causes an error of its source, and not of the video element. The array stays
  // the same, because the component loads the video again when it changes.
  const [sources] = useState(() => [{ src: url, onError }]);
  return (
    <div className={classNames.crop} style={/** @type {React.CSSProperties} */ ({ "--aspect": options.aspect })}>
      <Cropper
        {...(isOfVideo ? { video: sources } : { image: url })}
        crop={position}
        zoom={zoom}
        maxZoom={maxZoom}
        aspect={options.aspect}
        cropShape={options.shape}
        objectFit="cover"
        onCropChange={setPosition}
        onZoomChange={setZoom}
        onCropAreaChange={setArea}
        onMediaLoaded={(size) => setMaxZoom(computeMaxZoom(size, options))}
        mediaProps={isOfVideo ? { autoPlay: !prefersReducedMotion(), onError } : { alt: "", onError }}
        cropperProps={{
          role: "group",
          "aria-label": gettext("Visible part. Drag the image or use the arrow keys."),
        }}
        classes={{ cropAreaClassName: classNames.cropArea }}
        keyboardStep={KEYBOARD_STEP}
      />
    </div>
  );
}

function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {File | null} file */
function useObjectUrl(file) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    if (!file) return undefined;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => {
      setUrl("");
      URL.revokeObjectURL(created);
    };
  }, [file]);
  return url;
}
