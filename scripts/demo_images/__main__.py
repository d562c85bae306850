"""Write the images and the video of the demo content to the folder from which they are loaded."""

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from scripts.demo_images import draw_image, list_image_names
from scripts.demo_images.video import VIDEOS, draw_video

FOLDER = Path(__file__).resolve().parent.parent.parent / "community" / "cli" / "demo" / "images"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.iterdir():
        file.unlink()
    with ProcessPoolExecutor() as pool:
        names = sorted(list_image_names())
        for name, data in zip(names, pool.map(draw_image, names), strict=True):
            (FOLDER / f"{name}.webp").write_bytes(data)
    for name, image_name in VIDEOS.items():
        image, video = draw_video(draw_image(image_name))
        (FOLDER / f"{name}.webp").write_bytes(image)
        (FOLDER / f"{name}.mp4").write_bytes(video)
    print(f"{sum(file.stat().st_size for file in FOLDER.iterdir()):,} bytes")


if __name__ == "__main__":
    main()
