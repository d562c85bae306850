"""What happens in the scenes of the demo timeline: plans, payments, moderation and messages."""

from community.cli.demo_loader.scenes.playback import finish_scenes, play_payment_scene, play_scene
